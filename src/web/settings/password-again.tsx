import type { Account } from "../../accounts/account.js";
import { checkPassword } from "../../accounts/passwords/check-password.js";
import { proveSession } from "../../accounts/sessions.js";
import { Field } from "../components/field.js";
import { Form } from "../components/form.js";
import { Section } from "../components/section.js";
import { Username } from "../components/username.js";
import { pageAbove } from "../redirect.js";
import { tokenField } from "../sign-in/form.js";
import { placeOf } from "../sign-in/session.js";
import type { PageRequest } from "./page-request.js";

const texts = {
  title: { en: "Your password, once more", it: "Ancora una volta la password" },
  lead: {
    en: "This decides who may do what, so please say that it is you. What you entered is kept.",
    it: "Da questo dipende chi può fare che cosa: conferma di essere tu. Ciò che hai scritto è conservato.",
  },
  password: { en: "Password", it: "Password" },
  wrong: { en: "This is not your password.", it: "Non è la tua password." },
  goOn: { en: "Continue", it: "Continua" },
  cancel: { en: "Cancel", it: "Annulla" },
};

const field = "proof-password";

/**
 * Whether the password was given within the last minutes, or stands in the form. If not, it sends a page that asks for it and then
 * sends the same form again.
 * @throws rate_limited
 */
export async function passwordIsProved(request: PageRequest): Promise<boolean> {
  const { parts, person, form } = request;
  if (person.isProved) return true;
  const password = form.get(field);
  if (password !== null) {
    if (await accountProvedBy(request, password)) {
      await proveSession(parts.database, person.sessionId);
      return true;
    }
    request.withFaults({ [field]: texts.wrong });
  }
  request.sendPage(texts.title, <PasswordAgain request={request} />);
  return false;
}

/** The person's account as proved by the password; null for a wrong one, of which log and owners are told. @throws rate_limited */
export async function accountProvedBy(request: PageRequest, password: string): Promise<Account | null> {
  const { parts, ctx, person } = request;
  const given = { email: person.email, password, ...placeOf(parts, ctx) };
  const account = await checkPassword(parts.database, parts.limits, given);
  if (account?.userId === person.userId) return account;
  request.noteSecurity("confirmation_refused", { reason: "password" });
  return null;
}

const PasswordAgain = ({ request }: { request: PageRequest }) => {
  const { ctx, form, person } = request;
  const own = [tokenField, field, "username"];
  const typed = [...form].filter(([name]) => !own.includes(name));
  return (
    <>
      <h1>{request.text(texts.title)}</h1>
      <Section id="again" title={person.email} lead={request.text(texts.lead)}>
        <Form token={request.token} action={ctx.path}>
          {typed.map(([name, value], n) => (
            <input key={n} type="hidden" name={name} value={value} />
          ))}
          <Username email={person.email} />
          <Field
            id={field}
            type="password"
            label={request.text(texts.password)}
            autocomplete="current-password"
            required
            error={request.fault(field)}
          />
          <div class="actions">
            <button type="submit">{request.text(texts.goOn)}</button>
            <a class="button quiet-button" href={pageAbove(ctx.path)}>
              {request.text(texts.cancel)}
            </a>
          </div>
        </Form>
      </Section>
    </>
  );
};
