import { newSecret } from "../../../accounts/secret-hash.js";
import { Radio } from "../../components/choices.js";
import { Field } from "../../components/field.js";
import { Form } from "../../components/form.js";
import { Section } from "../../components/section.js";
import type { PageRequest } from "../page-request.js";
import { lifetimeOf, lifetimes } from "./lifetime.js";
import { PermissionGrid } from "./permission-grid.js";
import { apiKeyTexts as texts } from "./texts.js";

/** The field with the number that each sent form has for itself, so that a second click on its button makes no second key. */
export const onceField = "once";

interface Props {
  request: PageRequest;
}

/** Asks for a new key's name, holder, permissions and last day. */
export const NewKeyForm = ({ request }: Props) => (
  <Section id="new" title={request.text(texts.create)}>
    <Form token={request.token} action="/settings/api-keys/create">
      <input type="hidden" name={onceField} value={newSecret()} />
      <Field
        id="name"
        label={request.text(texts.name)}
        hint={request.text(texts.nameHint)}
        value={request.form.get("name") ?? ""}
        maxLength={100}
        autocomplete="off"
        required
        error={request.fault("name")}
      />
      {request.may("keys:manage") && <Holder request={request} />}
      <Scope request={request} />
      <PermissionGrid request={request} />
      <Lifetime request={request} />
      <button type="submit">{request.text(texts.submit)}</button>
    </Form>
  </Section>
);

const Holder = ({ request }: Props) => {
  const isOwn = request.form.get("holder") !== "organization";
  return (
    <fieldset>
      <legend>{request.text(texts.holder)}</legend>
      <Radio
        name="holder"
        value="me"
        checked={isOwn}
        label={request.text(texts.mine)}
        about={request.text(texts.mineHint)}
      />
      <Radio
        name="holder"
        value="organization"
        checked={!isOwn}
        label={request.text(texts.organization)}
        about={request.text(texts.organizationHint)}
      />
    </fieldset>
  );
};

const Scope = ({ request }: Props) => {
  const isChosen = request.form.get("scope") === "chosen" || request.form.has("permission");
  return (
    <fieldset>
      <legend>{request.text(texts.scope)}</legend>
      <Radio
        name="scope"
        value="all"
        checked={!isChosen}
        label={request.text(texts.all)}
        about={request.may("keys:manage") ? request.text(texts.allOfOrganization) : undefined}
      />
      <Radio name="scope" value="chosen" checked={isChosen} label={request.text(texts.chosen)} />
    </fieldset>
  );
};

const Lifetime = ({ request }: Props) => {
  const until = request.form.get("until") ?? "";
  const lifetime = lifetimeOf(request.form);
  return (
    <fieldset>
      <legend>{request.text(texts.expires)}</legend>
      {lifetimes.map((one) => (
        <Radio
          key={one}
          name="lifetime"
          value={one}
          checked={one === lifetime}
          label={request.text(texts[one])}
          about={one === "never" ? request.text(texts.neverHint) : undefined}
        />
      ))}
      <div class="last-day">
        <Field
          id="until"
          type="date"
          label={request.text(texts.lastDay)}
          value={until}
          error={request.fault("until")}
        />
      </div>
    </fieldset>
  );
};
