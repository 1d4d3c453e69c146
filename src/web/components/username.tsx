/** Whose password the form has, for password managers: those look at no field of type hidden. */
export const Username = ({ email }: { email: string }) => (
  <input type="text" name="username" value={email} autocomplete="username" readOnly hidden />
);
