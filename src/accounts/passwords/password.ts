/** The shortest and the longest password, in characters. */
export const passwordLength = { shortest: 12, longest: 1_000 };

export const isLongEnough = (password: string): boolean => [...password].length >= passwordLength.shortest;
export const isShortEnough = (password: string): boolean => password.length <= passwordLength.longest;

/** Keyboards differ in how they encode one character, so that the same password may arrive as different code points. */
const normalize = (password: string): string => password.normalize("NFKC");

// Loaded on demand: its native part takes a while to load, and most commands hash nothing.
const argon2 = () => import("@node-rs/argon2");

/** Hashes with Argon2id and the library's settings: 19 MiB, two passes. */
export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(normalize(password));

let decoyHash: Promise<string> | undefined;

/**
 * Whether a password matches a hash. With null, for a user that doesn't exist, the answer is no and takes equally long.
 */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword(crypto.randomUUID());
  const matches = await (await argon2()).verify(hash ?? (await decoyHash), normalize(password));
  return matches && hash !== null;
}
