import { isPublicHost } from "../../../channels/public-lookup.js";
import type { OwnSettings } from "../../../db/channels/channel-settings.js";
import {
  type ChannelSettings,
  channelFaults,
  type GivenSettings,
  loginAddress,
  publicOnly,
} from "../../../domain/messages/channel-settings.js";
import { isMail } from "../../../domain/messages/mail.js";
import type { Channel } from "../../../domain/vocabulary.js";

const mail = ["smtpServer", "imapServer", "user", "password", "from"] as const;

/** What the form of each channel asks for. The provider's address is left out: only the operator sets another. */
export const formFields = {
  email: [...mail, "replyAddress"],
  pec: mail,
  whatsapp: ["phoneNumberId", "accessToken", "appSecret", "verifyToken", "templateName", "templateLanguage"],
  sms: ["accountSid", "authToken", "from"],
} as const satisfies Record<Channel, readonly string[]>;

/** In the order in which firms come to use them. */
export const shownChannels = ["email", "pec", "whatsapp", "sms"] as const satisfies readonly Channel[];

export type SettingField = (typeof formFields)[Channel][number];

export const hiddenFields: readonly string[] = ["password", "accessToken", "appSecret", "verifyToken", "authToken"];
export const optionalFields: readonly string[] = [
  "imapServer",
  "from",
  "user",
  "password",
  "templateName",
  "templateLanguage",
];

export type Typed = Partial<Record<SettingField, string | undefined>>;

/** A server as people write it, with the login, as an address: on its usual port it is TLS from the beginning, else from STARTTLS on. */
function serverAddress(kind: "smtp" | "imap", server: string, { user = "", password = "" }: Typed): string {
  const isSecure = kind === "smtp" ? /:465$/.test(server) : !/:\d+$/.test(server) || /:993$/.test(server);
  const text = /^[a-z]+:\/\//i.test(server) ? server : `${kind}${isSecure ? "s" : ""}://${server}`;
  if (!URL.canParse(text) || !user) return text;
  const url = new URL(text);
  url.username = encodeURIComponent(user);
  url.password = encodeURIComponent(password);
  return url.href;
}

/** What was typed as a channel's settings, by the names that they are stored under. */
export function givenBy(channel: Channel, typed: Typed): GivenSettings {
  if (isMail(channel)) {
    const { smtpServer, imapServer, from, replyAddress } = typed;
    return {
      ...(smtpServer ? { smtpUrl: serverAddress("smtp", smtpServer, typed) } : {}),
      ...(imapServer ? { imapUrl: serverAddress("imap", imapServer, typed) } : {}),
      ...(from ? { from } : {}),
      ...(replyAddress ? { replyAddress } : {}),
    };
  }
  const filled = Object.entries(typed).filter((one): one is [string, string] => Boolean(one[1]));
  return { ...Object.fromEntries(filled), ...(channel === "sms" ? { provider: "twilio" } : {}) };
}

const fieldOf: Record<string, SettingField> = { smtpUrl: "smtpServer", imapUrl: "imapServer" };

/** The fields whose entries can't be used. */
export const faultyFields = (channel: Channel, given: GivenSettings): SettingField[] =>
  channelFaults(channel, given).map(({ field }) => fieldOf[field] ?? (field as SettingField));

/** The servers of a mailbox by the names of their settings: those whose addresses can be read. */
const serversOf = (given: GivenSettings): ["smtpUrl" | "imapUrl", URL][] =>
  (["smtpUrl", "imapUrl"] as const).flatMap((name) => {
    const text = given[name];
    return text !== undefined && URL.canParse(text) ? [[name, new URL(text)]] : [];
  });

/** The fields with a server that is named as one of this network: where others run the installation, no firm's administrator looks round in it. */
export const ownNetworkFields = (given: GivenSettings): SettingField[] =>
  serversOf(given).flatMap(([name, url]) => (isPublicHost(url) ? [] : [fieldOf[name] as SettingField]));

/** The settings with servers that may not lead into the own network, whatever their names lead to later. */
export function publicServers(given: GivenSettings): GivenSettings {
  const servers = serversOf(given);
  for (const [, url] of servers) url.searchParams.set(publicOnly, "true");
  return { ...given, ...Object.fromEntries(servers.map(([name, { href }]) => [name, href])) };
}

/** What is set of a channel, as its form has it: all but secrets and the login. */
export function shownSettings({ settings, from }: OwnSettings<Channel>): Typed {
  const { smtpUrl, imapUrl, replyAddress, phoneNumberId, template, accountSid } = settings as Partial<
    ChannelSettings["email"] & ChannelSettings["whatsapp"] & ChannelSettings["sms"]
  >;
  return {
    smtpServer: withoutLogin(smtpUrl),
    imapServer: withoutLogin(imapUrl),
    replyAddress,
    phoneNumberId,
    templateName: template?.name,
    templateLanguage: template?.language,
    accountSid,
    // A sender that is the login follows it when that changes.
    ...(from === null || (smtpUrl !== undefined && from === loginAddress({ smtpUrl })) ? {} : { from }),
  };
}

function withoutLogin(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const url = new URL(address);
  [url.username, url.password] = ["", ""];
  url.searchParams.delete(publicOnly);
  return url.href;
}

/** The fields that a provider can't take as they are. The command line takes them: what a test stands for may be called anything. */
export const refusedByProvider = (channel: Channel, { accountSid = "", from = "" }: GivenSettings): SettingField[] => {
  if (channel !== "sms") return [];
  const isLocal = /^0[\d ]*$/.test(from);
  return [
    ...(/^AC[0-9a-f]{32}$/i.test(accountSid) ? [] : ["accountSid" as const]),
    ...(isLocal ? ["from" as const] : []),
  ];
};

/** The entry that says to which phone a trial message goes. */
export const trialPhone = (channel: Channel): string => `${channel}-trial-phone`;
