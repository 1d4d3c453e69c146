import { findUnsentLink, mintToken, setLinkStatus, type UnsentLink } from "../../accounts/account-links.js";
import { HandOverError } from "../../channels/hand-over-error.js";
import { handOverEmail } from "../../channels/mail/email.js";
import { type MailAction, mailPage, plainContent, preheaderOf } from "../../channels/mail/mail-layout.js";
import type { Config } from "../../config.js";
import type { LinkKind, SendAccountMailInput } from "../../contracts/send-account-mail.js";
import type { Queries } from "../../db/database.js";
import { newId } from "../../db/new-id.js";
import { messageIdHeader } from "../../domain/messages/mail.js";
import type { Shared } from "../dependencies.js";
import { withHeartbeat } from "../heartbeat.js";
import { noticeMail } from "../notices/account-notice-texts.js";
import { plainName } from "../notices/plain-name.js";
import { untilWritten } from "../until-written.js";

export type AccountMailOutcome = "sent" | "failed" | "deferred" | "withdrawn";

export const createAccountMailActivities = ({ config, database, log, channelServers }: Shared) => ({
  /**
   * Sends the mail with the link. Its token is created here, so that no workflow history holds it. If the outcome of an attempt is
   * unknown, the next attempt sends another mail with a new token and a new Message-ID. The mail goes through the product's own mail
   * server, never through an organization's: whoever reads that organization's mail could otherwise take over the account of a
   * person who also belongs to another organization.
   */
  async handOverAccountMail({ linkId }: SendAccountMailInput): Promise<{ outcome: AccountMailOutcome }> {
    const link = await findUnsentLink(database, linkId);
    if (!link) return { outcome: "withdrawn" };
    if (!config.SMTP_URL) {
      log.warn({ linkId }, "SMTP_URL is not set, so invitations and new passwords can't be mailed");
      return { outcome: "deferred" };
    }
    const { MAIL_FROM, SMTP_URL: smtpUrl } = config;
    const handOver = async () =>
      handOverEmail({
        smtpUrl,
        messageId: messageIdHeader(newId(), MAIL_FROM),
        from: { name: "Pratica", address: MAIL_FROM },
        envelopeFrom: MAIL_FROM,
        to: link.email,
        ...(await compose(config, database, link)),
        headers: { "Auto-Submitted": "auto-generated" },
        attachments: [],
      });
    try {
      await withHeartbeat(channelServers.run(smtpUrl, "accounts", handOver));
    } catch (error) {
      if (!(error instanceof HandOverError)) throw error;
      if (error.outcome !== "refused") return { outcome: "deferred" };
      await setLinkStatus(database, linkId, "failed");
      return { outcome: "failed" };
    }
    await untilWritten(() => setLinkStatus(database, linkId, "sent"));
    return { outcome: "sent" };
  },

  /** Marks the link as failed after a day of temporary refusals. */
  async giveUpAccountMail({ linkId }: SendAccountMailInput): Promise<void> {
    await setLinkStatus(database, linkId, "failed");
  },
});

async function compose(
  config: Config,
  queries: Queries,
  link: UnsentLink,
): Promise<{ subject: string; text: string; html?: string }> {
  const { id, kind } = link;
  if (kind !== "invitation" && kind !== "password_reset") {
    const { url, ...mail } = noticeMail({ ...link, kind }, config.BASE_URL);
    return { ...mail, ...accountPage(mail.text, { url, label: "Apri la pagina" }) };
  }
  const { path, label, subject, text } = linkMails[kind];
  const url = `${config.BASE_URL}${path}/${await mintToken(queries, { id, kind })}`;
  const written = text(link, url);
  return { subject: subject(link), text: written, ...accountPage(written, { url, label }) };
}

const accountPage = (text: string, action: MailAction) =>
  mailPage(plainContent(text, action), {
    firm: "Pratica",
    footer: ["Messaggio automatico di Pratica. Non occorre rispondere."],
    preheader: preheaderOf(text.replace(/^Buongiorno,\s*/, "").replaceAll(action.url, "")),
  });

interface LinkMail {
  /** the page to which the link leads */
  path: string;
  /** of the button with the link */
  label: string;
  subject(link: UnsentLink): string;
  text(link: UnsentLink, url: string): string;
}

const linkMails: Record<LinkKind, LinkMail> = {
  invitation: {
    path: "/invitation",
    label: "Accetta l'invito",
    subject: ({ organizationName }) => `Invito a ${plainName(organizationName)} su Pratica`,
    text: ({ organizationName, inviterName }, url) => `Buongiorno,

${inviterName ? `${plainName(inviterName)} ti invita` : "hai ricevuto un invito"} a far parte di ${plainName(organizationName)} su Pratica, la gestione delle pratiche dello studio.

Per accettare, apri questo indirizzo entro 7 giorni:
${url}

Se non ti aspettavi questo invito, puoi ignorare il messaggio.
`,
  },
  password_reset: {
    path: "/reset-password",
    label: "Scegli la password",
    subject: () => "Nuova password per Pratica",
    text: (_, url) => `Buongiorno,

qualcuno, probabilmente tu, ha chiesto una nuova password per il tuo account su Pratica.

Per sceglierla, apri questo indirizzo entro un'ora; vale una volta sola:
${url}

Se non l'hai chiesta tu, ignora il messaggio: la tua password non cambia.
`,
  },
};
