import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { expect, it } from "@jest/globals";
import { explainImapFailure } from "../../../src/channels/reader/mailbox-failure.js";

it("says in its own words, which are known in Italian, that a certificate is another host's", () => {
  const certificate = { subject: { CN: "altro.test" }, subjectaltname: "DNS:altro.test" } as PeerCertificate;
  const failure = explainImapFailure(checkServerIdentity("imap.test", certificate), {});
  expect(failure.words).toBe("the mail server's certificate is another host's");
});
