/** How long a password is at least and at most, in characters; nothing else is asked of it. */
export const passwordLength = { shortest: 12, longest: 1_000 };

export const isLongEnough = (password: string): boolean => [...password].length >= passwordLength.shortest;
export const isShortEnough = (password: string): boolean => password.length <= passwordLength.longest;

/** One character may be typed in several ways, which differ from keyboard to keyboard. */
const normal = (password: string): string => password.normalize("NFKC");

// Its native part takes a while to load, and most commands hash nothing.
const argon2 = () => import("@node-rs/argon2");

/** Argon2id with the library's settings: 19 MiB, two passes. */
export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(normal(password));

let unmatchable: Promise<string> | undefined;

/**
 * Whether a password is the one that was hashed. Without a hash, for somebody who doesn't exist, the answer is no and takes as long.
 */
export async function isPassword(hash: string | null, password: string): Promise<boolean> {
  unmatchable ??= hashPassword(crypto.randomUUID());
  const fits = await (await argon2()).verify(hash ?? (await unmatchable), normal(password));
  return fits && hash !== null;
}
