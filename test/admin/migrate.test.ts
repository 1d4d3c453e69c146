import { randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import type pg from "pg";
import { Database } from "../../src/db/database.js";
import { applicationUrl } from "../../src/db/preparation/application-url.js";
import { databaseState } from "../../src/db/state.js";
import { createTestDatabase, openConnection } from "../support/database.js";
import { forAllTests } from "../support/for-tests.js";
import { testServers } from "../support/servers.js";
import { migrate } from "./command.js";

const database = forAllTests(createTestDatabase);

async function connectedAs(url: string): Promise<string> {
  const client = await openConnection(url);
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

/** A database and a role that somebody else has made, for one test. */
async function withOwner(rights: string, work: (ownerUrl: string, admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = await openConnection(testServers().adminUrl);
  const name = `test_${randomBytes(8).toString("hex")}`;
  try {
    await admin.query(`create role ${name} login password 'secret' ${rights}`);
    await admin.query(`create database ${name}`);
    const url = Object.assign(new URL(testServers().adminUrl), { pathname: `/${name}`, username: name });
    await work(Object.assign(url, { password: "secret" }).href, admin);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${name}_app`);
    await admin.query(`drop role if exists ${name}`);
    await admin.end();
  }
}

describe("the owner of a database that others have made", () => {
  it("needs no superuser's rights, whatever else was set for its sessions", () =>
    withOwner("createrole", async (ownerUrl, admin) => {
      const name = new URL(ownerUrl).username;
      await admin.query(`alter database ${name} owner to ${name}`);
      // A schema named after the user comes before public.
      const owner = await openConnection(ownerUrl);
      await owner.query(`create schema ${name}`);
      await owner.end();
      await admin.query(`alter role ${name} set statement_timeout = '1ms'`);
      expect(await migrate({ DATABASE_URL: ownerUrl })).toMatchObject({ status: 0, stderr: "" });
      const database = await Database.open(applicationUrl(ownerUrl), 1);
      expect((await databaseState(database)).status).toBe("ok");
      await database.close();
    }));

  it("is told which right it lacks before anything is written", () =>
    withOwner("", async (ownerUrl, admin) => {
      const name = new URL(ownerUrl).username;
      const refusal = async () => (await migrate({ DATABASE_URL: ownerUrl })).stderr;
      expect(await refusal()).toContain(`alter database "${name}" owner to "${name}"`);
      await admin.query(`alter database ${name} owner to ${name}`);
      expect(await refusal()).toContain(`alter role "${name}" createrole`);
      await admin.query(`alter role ${name} createrole`);
      await admin.query(`create role ${name}_app`);
      expect(await refusal()).toContain(`drop a role ${name}_app`);
    }));
});

async function dropRole(name: string): Promise<void> {
  const client = await openConnection(database.ownerUrl);
  await client.query(`drop owned by ${client.escapeIdentifier(name)}; drop role ${client.escapeIdentifier(name)}`);
  await client.end();
}
