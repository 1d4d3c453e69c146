import { roles } from "../../../domain/vocabulary.js";
import { Select } from "../../components/choices.js";
import { type Fact, Facts } from "../../components/facts.js";
import { Field } from "../../components/field.js";
import { Form } from "../../components/form.js";
import { Section } from "../../components/section.js";
import { roleHints, roleNames } from "../../vocabulary-texts.js";
import type { PageRequest } from "../page-request.js";
import { RoleOptions } from "./role-options.js";
import { memberTexts as texts } from "./texts.js";

/** Asks for the address and role of somebody to invite. */
export const InviteForm = ({ request }: { request: PageRequest }) => (
  <Section id="invite" title={request.text(texts.invite)} lead={request.text(texts.inviteLead)}>
    <Form token={request.token} action="/settings/members/invite">
      <Field
        id="email"
        type="email"
        label={request.text(texts.email)}
        value={request.form.get("email") ?? ""}
        autocomplete="off"
        required
        error={request.fault("email")}
      />
      <Select id="role" label={request.text(texts.role)}>
        <RoleOptions request={request} chosen={roles.find((role) => role === request.form.get("role")) ?? "member"} />
      </Select>
      <details>
        <summary>{request.text(texts.guide)}</summary>
        <Facts facts={roles.map((role): Fact => [request.text(roleNames[role]), request.text(roleHints[role])])} />
      </details>
      <button type="submit">{request.text(texts.submit)}</button>
    </Form>
  </Section>
);
