import { describe, expect, it } from "@jest/globals";
import { isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import { passkeySite, readNewPasskey } from "../../../src/accounts/factors/passkey-answers.js";

describe("the site that passkeys belong to", () => {
  it.each([
    ["https://pratica.studio.it", { host: "pratica.studio.it", origin: "https://pratica.studio.it" }],
    ["https://pratica.studio.it:8443", { host: "pratica.studio.it", origin: "https://pratica.studio.it:8443" }],
    ["http://localhost:3000", { host: "localhost", origin: "http://localhost:3000" }],
    ["http://pratica.studio.it", null],
    ["https://192.168.1.10", null],
    ["http://127.0.0.1:3000", null],
    ["https://[::1]:3000", null],
  ])("of %s is %j", (BASE_URL, site) => expect(passkeySite({ BASE_URL })).toEqual(site));
});

describe("a new passkey", () => {
  const site = { host: "localhost", origin: "http://localhost:3000" };
  const answerWith = (fmt: string, attStmt: Map<string, unknown>) => {
    const attestation = new Map<string, unknown>([
      ["fmt", fmt],
      ["attStmt", attStmt],
      ["authData", new Uint8Array(37)],
    ]);
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(attestation as never));
    return JSON.stringify({ id: "x", rawId: "x", type: "public-key", response: { attestationObject } });
  };

  it.each([
    ["packed", new Map([["x5c", [new Uint8Array(8)]]])],
    ["fido-u2f", new Map([["x5c", [new Uint8Array(8)]]])],
    ["android-key", new Map()],
    ["apple", new Map()],
    ["tpm", new Map()],
    ["android-safetynet", new Map([["response", new Uint8Array(8)]])],
  ])("that brings certificates, which the library would follow, is refused unread: %s", async (format, statement) => {
    const found = await readNewPasskey(site, { answer: answerWith(format, statement as never), challenge: "x" });
    expect(found).toEqual(new Error("certificates were not asked for"));
  });

  it.each(["", "null", "{}", "[1]", '{"response":{}}', '{"response":{"attestationObject":"AAAA"}}'])(
    "that is nothing of the kind is refused: %s",
    async (answer) => expect(await readNewPasskey(site, { answer, challenge: "x" })).toBeInstanceOf(Error),
  );

  it("is taken for its own challenge alone", async () => {
    const found = await readNewPasskey(site, { answer: answerWith("none", new Map()), challenge: "x" });
    expect(found).toBeInstanceOf(Error);
    expect(String(found)).not.toContain("certificates");
  });
});
