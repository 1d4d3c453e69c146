import { z } from "zod";
import { shortened } from "../text/shortened.js";
import type { Channel } from "../vocabulary.js";
import { isEmailAddress, isMail } from "./mail.js";
import { replyAddress } from "./thread-tokens.js";

/** An address with one of these schemes. Its message says how it is written. */
const address = (schemes: string[], form: string) =>
  z
    .string(`is missing: ${form}`)
    .max(2_000, "is longer than 2,000 characters")
    .refine((text) => {
      if (!URL.canParse(text)) return false;
      const { protocol, hostname } = new URL(text);
      return schemes.includes(protocol.slice(0, -1)) && hostname !== "";
    }, `is written ${form}`);

const word = (what: string) =>
  z.string(`is missing: ${what}`).regex(/^[\x21-\x7e]{1,1000}$/, `is ${what}, without spaces`);
const baseUrl = address(["http", "https"], "https://host[/path]");

/** The option of a mail server's address that keeps it from leading into the network of whoever runs the installation. */
export const publicOnly = "publicOnly";
/** What may follow a mail server's address as its query. Nodemailer knows more; with some of them a process ends. */
const smtpOptions = [
  "requireTLS",
  "ignoreTLS",
  "name",
  "tls.rejectUnauthorized",
  "tls.servername",
  publicOnly,
] as const;
export type SmtpOption = (typeof smtpOptions)[number];

export const isSmtpOption = (name: string): name is SmtpOption => (smtpOptions as readonly string[]).includes(name);

const mailServers = z.object({
  smtpUrl: address(["smtp", "smtps"], "smtp://[user:password@]host[:port], or smtps://…"),
  imapUrl: address(["imap", "imaps"], "imap://[user:password@]host[:port], or imaps://…").optional(),
});

/** Where answers go to: an address of the thread's own, unless the provider doesn't deliver `name+tag@domain` to `name@domain`. */
export const replyAddresses = ["tagged", "plain"] as const;

const email = mailServers.extend({ replyAddress: z.enum(replyAddresses, "is tagged or plain").optional() });

/** What each channel needs, as it is given and stored: texts by their names. Parsing gives them as the channels use them. */
const schemas = {
  email,
  pec: mailServers,
  whatsapp: z
    .object({
      phoneNumberId: word("the id of the number in Meta's app"),
      accessToken: word("the access token of Meta's app"),
      appSecret: word("the secret of Meta's app, which signs what arrives"),
      verifyToken: word("a word of your own, which Meta's app repeats when it first calls"),
      baseUrl: baseUrl.optional(),
      templateName: word("the name of an approved template").optional(),
      templateLanguage: word("the template's language, such as it").optional(),
    })
    .transform(({ templateName, templateLanguage = "it", ...settings }) => ({
      ...settings,
      ...(templateName === undefined ? {} : { template: { name: templateName, language: templateLanguage } }),
    })),
  sms: z.object({
    provider: z.enum(["twilio"], "is the provider's name: twilio"),
    accountSid: word("the account's SID"),
    authToken: word("the account's token, which also signs what arrives"),
    baseUrl: baseUrl.optional(),
  }),
};

export type ChannelSettings = { [C in Channel]: z.output<(typeof schemas)[C]> };

/** The names of a channel's settings as they are given; `from` is stored beside them. */
export const settingNames: Record<Channel, readonly string[]> = {
  email: [...Object.keys(email.shape), "from"],
  pec: [...Object.keys(mailServers.shape), "from"],
  whatsapp: Object.keys(schemas.whatsapp.in.shape),
  sms: [...Object.keys(schemas.sms.shape), "from"],
};

/** The settings that nobody may see again; addresses hold passwords. */
export const secretSettings: readonly string[] = [
  "smtpUrl",
  "imapUrl",
  "accessToken",
  "appSecret",
  "verifyToken",
  "authToken",
];

export type GivenSettings = Readonly<Record<string, string>>;

export interface SettingFault {
  /** a name of `settingNames`, or one that the channel doesn't have */
  field: string;
  /** follows the field's name in a sentence */
  message: string;
}

const smsSender = /^(\+?\d{3,15}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}|MG[0-9a-f]{32})$/;

/** What makes a channel's settings unusable, in the order of the settings. */
export function channelFaults(channel: Channel, given: GivenSettings): SettingFault[] {
  const { from, ...settings } = given;
  const unknown = Object.keys(given).filter((name) => !settingNames[channel].includes(name));
  const faults = unknown.map((field) => ({ field, message: `is no setting of the channel ${channel}` }));
  for (const { path, message } of schemas[channel].safeParse(settings).error?.issues ?? [])
    faults.push({ field: String(path[0]), message });
  if (faults.length === 0 && isMail(channel)) faults.push(...unknownOptions(given));
  if (channel === "sms" && from === undefined)
    faults.push({ field: "from", message: "is missing: the number or the name that messages come from" });
  if (channel === "sms" && from !== undefined && !smsSender.test(from.replace(/(?<=[+\d]) (?=\d)/g, "")))
    faults.push({
      field: "from",
      message: "is a number such as +390212345678, or a name of at most 11 letters and digits",
    });
  if (isMail(channel) && from !== undefined && !isEmailAddress(from))
    faults.push({ field: "from", message: `is an e-mail address, which "${shortened(from, 100)}" is not` });
  return faults;
}

function unknownOptions({ smtpUrl = "" }: GivenSettings): SettingFault[] {
  const unknown = [...new URL(smtpUrl).searchParams.keys()].filter((name) => !isSmtpOption(name));
  const known = smtpOptions.join(", ");
  return unknown.map((name) => ({
    field: "smtpUrl",
    message: `has the option "${shortened(name, 100)}"; known are ${known}`,
  }));
}

/** Settings as the channel uses them. @throws ZodError for what `channelFaults` finds */
export const parseChannelSettings = <C extends Channel>(channel: C, settings: unknown): ChannelSettings[C] =>
  schemas[channel].parse(settings) as ChannelSettings[C];

/** A part of an address as it was before it became one; as it stands where somebody wrote it with a percent sign of its own. */
export function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address that a mailbox sends from, if its login is one. */
export function loginAddress({ smtpUrl }: ChannelSettings["email"]): string | null {
  const login = decodedPart(new URL(smtpUrl).username);
  return isEmailAddress(login) ? login : null;
}

/**
 * The address that the answers to a mail go to, which is that of the mailbox that is read; null: none is.
 * @param from what the mail comes from, where that isn't the login
 * @param token the thread's
 */
export function answersAddress(settings: ChannelSettings["email"], from: string | null, token: string): string | null {
  if (!settings.imapUrl) return null;
  const mailbox = from ?? loginAddress({ smtpUrl: settings.imapUrl }) ?? loginAddress(settings);
  return mailbox === null || settings.replyAddress === "plain" ? mailbox : replyAddress(mailbox, token);
}
