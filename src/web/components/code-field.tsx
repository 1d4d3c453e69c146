import { Field } from "./field.js";

interface CodeFieldProps {
  label: string;
  hint?: string;
  maxLength?: number;
  /** where only an app's code will do; recovery codes have letters too */
  inputMode?: "numeric";
  error: string | undefined;
}

/** Where a code of a second factor is typed: the form's field `code`. Recovery codes are longer than those of apps. */
export const CodeField = (props: CodeFieldProps) => (
  <Field id="code" autocomplete="one-time-code" maxLength={40} required {...props} />
);
