import { webhookAddress } from "../../../channels/providers/webhook-address.js";
import { replyAddresses } from "../../../domain/messages/channel-settings.js";
import { isMail } from "../../../domain/messages/mail.js";
import type { Channel } from "../../../domain/vocabulary.js";
import { About } from "../../components/about.js";
import { Radio } from "../../components/choices.js";
import { Field } from "../../components/field.js";
import { Form } from "../../components/form.js";
import { channelNames } from "../../vocabulary-texts.js";
import type { PageRequest } from "../page-request.js";
import { formFields, hiddenFields, optionalFields, type SettingField, type Typed } from "./form-fields.js";
import { fieldTexts, ownFieldTexts, replyAddressTexts, channelTexts as texts } from "./texts.js";

interface SetFormProps {
  request: PageRequest;
  channel: Channel;
  /** what is set; undefined: nothing */
  settings: Typed | undefined;
}

/** Sets a channel, or sets it anew. */
export const SetForm = ({ request, channel, settings }: SetFormProps) => {
  const isSent = request.form.get("channel") === channel && request.ctx.path.endsWith("/set");
  return (
    <details open={isSent}>
      <summary>
        {request.text(settings ? texts.change : texts.set)} <About>{request.text(channelNames[channel])}</About>
      </summary>
      {settings && <p class="quiet">{request.text(texts.changeLead)}</p>}
      {!isMail(channel) && (
        <p class="hint">
          {request.text(texts.webhook)}{" "}
          <code class="wrap-anywhere">
            {webhookAddress(request.parts.config.BASE_URL, channel, request.organizationId)}
          </code>
        </p>
      )}
      <Form token={request.token} action="/settings/channels/set">
        {formFields[channel].map((field) => {
          const value = isSent ? request.form.get(`${channel}-${field}`) : settings?.[field];
          const Input = field === "replyAddress" ? ReplyAddressInput : SettingInput;
          return <Input key={field} request={request} channel={channel} field={field} value={value} />;
        })}
        <button type="submit" name="channel" value={channel}>
          {request.text(texts.save)} <About>{request.text(channelNames[channel])}</About>
        </button>
      </Form>
    </details>
  );
};

interface InputProps extends Omit<SetFormProps, "settings"> {
  field: SettingField;
  /** what was typed, where the form is shown again with its faults; else what is set */
  value: string | null | undefined;
}

const ReplyAddressInput = ({ request, channel, field, value }: InputProps) => (
  <fieldset>
    <legend>{request.text(fieldTexts[field].label)}</legend>
    {replyAddresses.map((one) => (
      <Radio
        key={one}
        name={`${channel}-${field}`}
        value={one}
        checked={one === (value || replyAddresses[0])}
        label={request.text(replyAddressTexts[one].label)}
        about={request.text(replyAddressTexts[one].about)}
      />
    ))}
  </fieldset>
);

const SettingInput = ({ request, channel, field, value }: InputProps) => {
  const id = `${channel}-${field}`;
  const { label, hint } = ownFieldTexts[channel]?.[field] ?? fieldTexts[field];
  const isHidden = hiddenFields.includes(field);
  const isOptional = optionalFields.includes(field) && !(channel === "sms" && field === "from");
  return (
    <Field
      id={id}
      type={isHidden ? "password" : "text"}
      label={request.text(label)}
      hint={hint && request.text(hint)}
      value={isHidden ? "" : (value ?? "")}
      autocomplete={isHidden ? "new-password" : "off"}
      required={!isOptional}
      error={request.fault(id)}
    />
  );
};
