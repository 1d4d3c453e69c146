import { describe, expect, it } from "@jest/globals";
import { noticeMail } from "../../../src/activities/notices/account-notice-texts.js";

const link = {
  organizationName: "Studio Rossi",
  about: null,
  createdAt: new Date("2026-11-22T19:30:00Z"),
  timezone: "Europe/Rome",
};
const base = "https://pratica.example";

describe("the notice about an account", () => {
  it("says what happened and when, and where it can be undone", () => {
    expect(noticeMail({ ...link, kind: "password_changed" }, base)).toEqual({
      subject: "Password cambiata su Pratica",
      text: `Buongiorno,

il 22 novembre 2026 alle ore 20:30 la password del tuo account è stata cambiata.

Se l'hai fatto tu, non devi fare nulla. Altrimenti apri subito questo indirizzo, e avvisa chi amministra il tuo studio:
https://pratica.example/forgot-password
`,
      url: "https://pratica.example/forgot-password",
    });
  });

  it("says of a key that ends which, whose, until when, and what to do", () => {
    expect(noticeMail({ ...link, kind: "key_ends", about: "2026-12-06 Gestionale" }, base)).toEqual({
      subject: "Chiave API in scadenza su Pratica",
      text: `Buongiorno,

la chiave API «Gestionale» (studio: Studio Rossi) vale fino al 6 dicembre 2026 compreso. Dal giorno dopo i programmi che la usano non potranno più entrare.

Per continuare, crea prima di allora una nuova chiave, mettila in quei programmi e revoca la vecchia:
https://pratica.example/settings/api-keys
`,
      url: "https://pratica.example/settings/api-keys",
    });
  });

  it("says at what time a key ends that doesn't end with a day", () => {
    const { text } = noticeMail({ ...link, kind: "key_ends", about: "2027-11-08T0905 Gestionale" }, base);
    expect(text).toContain(
      "la chiave API «Gestionale» (studio: Studio Rossi) vale fino all'8 novembre 2027 alle ore 09:05. Da allora i programmi",
    );
  });

  it("says when a key ends of whose name nothing can be shown", () => {
    const { text } = noticeMail({ ...link, kind: "key_ends", about: "2026-12-06 //" }, base);
    expect(text).toContain("la chiave API «» (studio: Studio Rossi) vale fino al 6 dicembre 2026 compreso.");
  });

  it("tells a second factor that was set up from a code that somebody was asked for", () => {
    const { text } = noticeMail({ ...link, kind: "second_factor_changed", about: "on" }, base);
    expect(text).toContain("è stato attivato il codice di un'app, come secondo fattore per accedere al tuo account.");
  });

  it("names things so that no name passes for a link or hides text", () => {
    const { text } = noticeMail({ ...link, kind: "passkey_added", about: "\u202ewww.evil\u200b.example/login" }, base);
    expect(text).toContain("una passkey: «www. evil. example login».");
  });
});
