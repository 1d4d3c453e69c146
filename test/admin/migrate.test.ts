import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import { applicationUrl } from "../../src/db/application-url.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { migrate } from "./command.js";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function connectedAs(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query("select current_user as name")).rows[0].name;
  } finally {
    await client.end();
  }
}

describe("the migration of a server's database", () => {
  it("gives the application's role the password that is set, so that the other containers can be told it", async () => {
    const password = "p@ss/w:ord % è $& $' %I";
    const run = await migrate({ DATABASE_URL: database.ownerUrl, APP_DATABASE_PASSWORD: password });
    expect(run).toMatchObject({ status: 0, stderr: "" });
    const name = new URL(database.ownerUrl).pathname.slice(1);
    expect(await connectedAs(applicationUrl(database.ownerUrl, password))).toBe(`${name}_app`);
    await expect(connectedAs(applicationUrl(database.ownerUrl))).rejects.toThrow(/password/);

    await migrate({ DATABASE_URL: database.ownerUrl, APP_DATABASE_PASSWORD: "" });
    expect(await connectedAs(applicationUrl(database.ownerUrl))).toBe(`${name}_app`);
    await dropRole(`${name}_app`);
  });

  it("needs the owner's address", async () => {
    const run = await migrate({ DATABASE_URL: "" });
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/DATABASE_URL is not set/);
  });
});

async function dropRole(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(`drop owned by ${client.escapeIdentifier(name)}; drop role ${client.escapeIdentifier(name)}`);
  await client.end();
}
