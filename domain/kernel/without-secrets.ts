export const HIDDEN = '[hidden]'

/**
 * Names whose values are never logged: credentials, names of persons, whole contents. Compared in
 * lower case, without `-` and `_`.
 */
const HIDDEN_NAMES: ReadonlySet<string> = new Set(
  [
    'authorization cookie cookies setcookie password passwords passwordhash passphrase secret clientsecret apikey ' +
      'xapikey jwt',
    'token accesstoken refreshtoken idtoken tokens credentials sealed',
    'name username firstname lastname fullname displayname mail email phone mobile address street birthdate birthplace',
    'iban bic banknumber bankname socialsecuritynumber',
    'body payload headers query params url data values doc document command input req res request reply',
  ].flatMap((names) => names.split(' ')),
)
/** Whether a value with this name is never logged. */
export const isHidden = (name: string): boolean =>
  HIDDEN_NAMES.has(name.toLowerCase().replaceAll(/[-_]/g, ''))

/** Secrets and addresses that are recognised by their form, anywhere in a text. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/:\/\/[^\s"'<>/?#]*@/g, `://${HIDDEN}@`],
  [/\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  [/\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]{6,}/gi, `$1 ${HIDDEN}`],
  [/\b((?:pass(?:word)?|secret|token|code|api[-_]?key)=)[^\s&"']+/gi, `$1${HIDDEN}`],
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, HIDDEN],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, HIDDEN],
  [/(?<![\w.-])(?:\+\d{2,3}|0)(?:[ .-]?\(0\))?[ .-]?[1-9](?:[ .-]?\d{2}){4}(?![\w.-])/g, HIDDEN],
]

/** A text without addresses, credentials, account and telephone numbers. */
export const withoutSecrets = (text: string): string =>
  SHAPES.reduce((rest, [shape, instead]) => rest.replaceAll(shape, instead), text)
