import type { Context } from "koa";
import type { Config } from "../../config.js";

/** How long each cookie is kept, in seconds. */
const cookieMaxAgeS = { session: 30 * 86_400, form: 86_400, device: 400 * 86_400 };
type CookieName = keyof typeof cookieMaxAgeS;

/** Over TLS no other host can set it; else the port tells it apart, since browsers share cookies among the ports of a machine. */
function nameOf(config: Config, name: CookieName): string {
  const { protocol, port } = new URL(config.BASE_URL);
  return protocol === "https:" ? `__Host-pratica-${name}` : `pratica-${name}${port && `-${port}`}`;
}

/** A cookie of ours: 256 random bits in base64url; anything else counts as none. */
export function readCookie(config: Config, ctx: Context, name: CookieName): string | null {
  const value = ctx.cookies.get(nameOf(config, name)) ?? "";
  return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

/** Sets a cookie that scripts can't read and foreign forms don't send; null removes it. */
export function writeCookie(config: Config, ctx: Context, name: CookieName, value: string | null): void {
  const secure = config.BASE_URL.startsWith("https:") ? "; Secure" : "";
  const maxAge = value === null ? 0 : cookieMaxAgeS[name];
  // Koa's own refuses "Secure" where a proxy speaks TLS for us and isn't named in TRUST_PROXY.
  ctx.append(
    "Set-Cookie",
    `${nameOf(config, name)}=${value ?? ""}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
  );
}
