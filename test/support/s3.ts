import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";

export interface S3ForTests {
  /** where it keeps what it was given */
  directory: string;
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** A real S3 server on loopback, with one empty bucket. */
export async function startS3(): Promise<S3ForTests> {
  const directory = await mkdtemp(path.join(tmpdir(), "s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "fascicoli", configs: [] }],
  });
  const { port } = (await server.run()) as { port: number };
  return {
    directory,
    settings: {
      FILE_STORE: "s3",
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: "fascicoli",
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
