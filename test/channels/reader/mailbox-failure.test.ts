import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { expect, it } from "@jest/globals";
import { inItalian } from "../../../src/channels/italian-failures.js";
import { explainImapFailure } from "../../../src/channels/reader/mailbox-failure.js";

it("says in its own words, which are known in Italian, that a certificate is another host's", () => {
  const certificate = { subject: { CN: "altro.test" }, subjectaltname: "DNS:altro.test" } as PeerCertificate;
  const failure = explainImapFailure(checkServerIdentity("imap.test", certificate), {});
  expect(failure.words).toBe("the mail server's certificate is another host's");
});

it("says in its own words that a server which is to be reached with TLS has none", () => {
  const failure = Object.assign(new Error("Server does not support STARTTLS"), { tlsFailed: true });
  expect(explainImapFailure(failure, {}).words).toBe("no encrypted connection to the mail server could be made");
});

it("says that no password will do where Microsoft refuses one", () => {
  const refusal = Object.assign(new Error("Command failed"), {
    authenticationFailed: true,
    responseText: "LOGIN failed.",
  });
  const wordsAt = (host: string) => inItalian(explainImapFailure(refusal, {}, host).words);
  expect(wordsAt("outlook.office365.com")).toBe(
    "il server di posta ha rifiutato l'accesso: LOGIN failed.; Microsoft non accetta password da altri programmi: far inoltrare la posta a un'altra casella",
  );
  expect(wordsAt("imaps.aruba.it")).toBe("il server di posta ha rifiutato l'accesso: LOGIN failed.");
});
