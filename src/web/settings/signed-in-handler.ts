import type { Context } from "koa";
import type { SignedIn } from "../../accounts/sessions.js";
import { forbidden } from "../../domain/errors.js";
import type { Permission } from "../../domain/permissions.js";
import type { WebParts } from "../parts.js";
import { pageAbove, seeOther } from "../redirect.js";
import { formToken, readForm } from "../sign-in/form.js";
import { signedIn } from "../sign-in/session.js";
import { permissionName } from "../vocabulary-texts.js";
import { headBar } from "./head-bar.js";
import { PageRequest } from "./page-request.js";
import { passwordIsProved } from "./password-again.js";

const accountPath = "/settings/account";

interface HandlerOptions {
  /** what the role must hold in the organization that is shown */
  permission?: Permission;
  /** what the page's forms change: something of the organization that it shows, unless given, or of the person wherever that is */
  subject?: "organization" | "person";
  /** the form takes a password that was given within the last minutes */
  asksPassword?: boolean;
}

/** A handler for requests of people who are signed in; others sign in first. A form is checked and read. */
export const signedInHandler =
  (parts: WebParts, options: HandlerOptions, handle: (request: PageRequest) => Promise<void> | void) =>
  async (ctx: Context) => {
    const isForm = ctx.method === "POST";
    const person = await signedIn(parts, ctx);
    if (!person) {
      const back = isForm ? pageAbove(ctx.path) : ctx.url;
      return seeOther(ctx, `/sign-in?next=${encodeURIComponent(back)}${isForm ? "&done=session-over" : ""}`);
    }
    // An organization that requires a second factor of somebody opens nothing else before there is one.
    if (person.needsSecondFactor && !ctx.path.startsWith(accountPath)) return seeOther(ctx, accountPath);
    ctx.state.caller = { userId: person.userId, organizationId: person.current?.organizationId };
    const purpose = formPurpose(person, options);
    const form = isForm ? await readForm(parts.config, ctx, purpose) : new URLSearchParams();
    ctx.state.headBar = headBar(parts, ctx, person);
    const request = new PageRequest(parts, ctx, person, form, formToken(parts.config, ctx, purpose));
    if (options.permission) refuseUnless(options.permission, request);
    if (isForm && options.asksPassword && !(await passwordIsProved(request))) return;
    await handle(request);
  };

/** A form acts on the organization that its page showed, though another tab may show another by now. */
const formPurpose = ({ current }: SignedIn, { subject = "organization" }: HandlerOptions): string =>
  subject === "organization" ? `organization ${current?.organizationId}` : "";

/** @throws forbidden */
function refuseUnless(permission: Permission, request: PageRequest): void {
  if (request.may(permission)) return;
  const { name } = request.organization;
  const wanted = permissionName(permission);
  throw forbidden(
    `Your role in ${name} doesn't open this page; it needs the permission “${wanted.en}”.`,
    `Il tuo ruolo in ${name} non apre questa pagina: serve il permesso «${wanted.it}».`,
  );
}
