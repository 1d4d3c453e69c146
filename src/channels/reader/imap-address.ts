import type { ImapFlowOptions } from "imapflow";
import { isLoopbackHost } from "../../config.js";
import { decodedPart, publicOnly } from "../../domain/messages/channel-settings.js";
import { megabyte } from "../../domain/sizes.js";
import { hostOf } from "../public-lookup.js";

/** A mailbox as its address says: `imaps://user:password@host[:port][/folder]`. */
export interface ImapAddress {
  /** what names it without its password: another name is another mailbox */
  name: string;
  folder: string;
  /** the host may not lead into the own network */
  publicOnly: boolean;
  options: ImapFlowOptions & { host: string };
}

/** imapflow's own limits are in gigabytes. */
const limits = { maxLineLength: 16 * megabyte, maxLiteralSize: 64 * megabyte, maxResponseSize: 80 * megabyte };
/** A connection that is silent for so long is dead: it is asked for news far more often. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 30_000, socketTimeout: 120_000 };

/** A password goes only over TLS, except to this machine or if the address says `?requireTLS=false`. @throws Error for what is no address */
export function imapAddress(imapUrl: string): ImapAddress {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(imapUrl);
  const secure = protocol === "imaps:";
  const host = hostOf({ hostname });
  const [user, pass] = [decodedPart(username), decodedPart(password)];
  const folder = decodedPart(pathname.slice(1)) || "INBOX";
  const mayBeOpen = secure || isLoopbackHost(hostname) || searchParams.get("requireTLS") === "false";
  return {
    name: `${user}@${hostname}:${port || (secure ? 993 : 143)}/${folder}`,
    folder,
    publicOnly: searchParams.get(publicOnly) === "true",
    options: {
      host,
      port: Number(port) || (secure ? 993 : 143),
      secure,
      doSTARTTLS: mayBeOpen ? undefined : true,
      auth: { user, pass },
      clientInfo: { name: "Pratica" },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      ...timeouts,
      ...limits,
    },
  };
}
