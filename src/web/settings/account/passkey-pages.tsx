import type { Passkey } from "../../../accounts/factors/passkeys.js";
import { Confirm } from "../../components/confirm.js";
import { Field } from "../../components/field.js";
import { Form } from "../../components/form.js";
import { Rows } from "../../components/rows.js";
import { Section } from "../../components/section.js";
import { PasskeyForm } from "../../passkeys/passkey-form.js";
import type { PageRequest } from "../page-request.js";
import { browserName } from "./browser-name.js";
import { passkeyTexts as texts } from "./passkey-texts.js";

export const maxPasskeyName = 100;

interface Props {
  request: PageRequest;
}

/** The account page's section about passkeys. */
export const Passkeys = ({ request, passkeys }: Props & { passkeys: Passkey[] }) => (
  <Section id="passkeys" title={request.text(texts.title)} lead={request.text(texts.lead)}>
    {passkeys.length > 0 && (
      <Rows items={passkeys}>{(passkey) => <PasskeyRow request={request} passkey={passkey} />}</Rows>
    )}
    <Form token={request.token} action="/settings/account/passkey" class="actions">
      <button type="submit">{request.text(texts.add)}</button>
    </Form>
  </Section>
);

const PasskeyRow = ({ request, passkey }: Props & { passkey: Passkey }) => (
  <>
    <div class="row-main">
      <p class="wrap-anywhere">
        <strong>{passkey.name}</strong>
      </p>
      <p class="quiet">
        {request.text(texts.added)} {request.time(passkey.createdAt)},{" "}
        {passkey.lastUsedAt
          ? `${request.text(texts.lastUsed)} ${request.time(passkey.lastUsedAt)}`
          : request.text(texts.never)}
      </p>
    </div>
    <Confirm
      label={request.text(texts.remove)}
      about={passkey.name}
      question={request.text(texts.removeSure)}
      action="/settings/account/passkey-remove"
      token={request.token}
      yes={request.text(texts.removeYes)}
      name="id"
      value={passkey.id}
    />
  </>
);

/** Asks for a name, and has the browser make a passkey. @param options of the question, as JSON */
export const AddPasskeyPage = ({ request, options }: Props & { options: string }) => (
  <>
    <h1>{request.text(texts.add)}</h1>
    <section class="card">
      <p>{request.text(texts.addLead)}</p>
      <PasskeyForm
        language={request.language}
        token={request.token}
        action="/settings/account/passkey-add"
        does="create"
        options={options}
        error={request.fault("passkey")}
      >
        <Field
          id="name"
          label={request.text(texts.name)}
          value={request.form.get("name") ?? browserName(request.ctx.get("user-agent")) ?? ""}
          maxLength={maxPasskeyName}
          autocomplete="off"
          required
          error={request.fault("name")}
        />
      </PasskeyForm>
      <p>
        <a href="/settings/account">{request.text(texts.cancel)}</a>
      </p>
    </section>
  </>
);
