import { isLoopbackHost } from "../../config.js";
import { decodedPart, isSmtpOption, type SmtpOption } from "../../domain/messages/channel-settings.js";
import { hostOf } from "../public-lookup.js";

/**
 * A mail server as its address says: `smtp[s]://[user:password@]host[:port][?option=…]`. A password goes only over TLS, except to this
 * machine or if the address says `?requireTLS=false`. Options other than those of `smtpOptions` are left out: nodemailer would take any, and
 * with them an address reaches other servers than its host, or ends the process.
 */
export function smtpAddress(smtpUrl: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl);
  const given = Object.fromEntries([...searchParams].filter(([name]) => isSmtpOption(name)));
  const { requireTLS, ignoreTLS, name, publicOnly, ...tls }: Partial<Record<SmtpOption, string>> = given;
  const host = hostOf({ hostname });
  const secure = protocol === "smtps:";
  const hasLogin = username !== "" || password !== "";
  return {
    host,
    ...(port === "" ? {} : { port: Number(port) }),
    secure,
    publicOnly: publicOnly === "true",
    auth: hasLogin ? { user: decodedPart(username), pass: decodedPart(password) } : undefined,
    requireTLS: requireTLS === undefined ? hasLogin && !secure && !isLoopbackHost(host) : requireTLS !== "false",
    ignoreTLS: ignoreTLS === "true",
    ...(name === undefined ? {} : { name }),
    tls: {
      ...(tls["tls.rejectUnauthorized"] === "false" ? { rejectUnauthorized: false } : {}),
      ...(tls["tls.servername"] === undefined ? {} : { servername: tls["tls.servername"] }),
    },
  };
}
