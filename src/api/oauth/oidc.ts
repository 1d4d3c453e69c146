import type { default as OidcProvider } from "oidc-provider";

/** The library warns on any Node before 22. docs/decisions/0029 says why it runs on 20.20 too. */
async function importQuietly(): Promise<typeof import("oidc-provider")> {
  const { warn } = console;
  console.warn = (...text: unknown[]) => {
    if (!String(text[0]).includes("Unsupported runtime")) warn(...text);
  };
  try {
    return await import("oidc-provider");
  } finally {
    console.warn = warn;
  }
}

export const { default: Provider, errors, interactionPolicy } = await importQuietly();
export type { OidcProvider };
