import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import type { MailPurpose, MailVariable } from './mail.values.ts'

export type MailValues = Readonly<Record<MailVariable, string>>
/** `name` is empty, and `id` too, of a template that the product ships. `body` is HTML. */
export type MailTemplate = {
  readonly id: string
  readonly name: string
  readonly purpose: MailPurpose
  readonly language: PaperLanguage
  readonly subject: string
  readonly body: string
}

const VARIABLE = /\{\{\s*([\p{L}\d_]+)\s*\}\}/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

/** An unknown variable stays as it is written, so that the user sees it before the mail goes. */
const withValues = (text: string, values: MailValues, as: (value: string) => string): string =>
  text.replaceAll(VARIABLE, (whole, name: string) =>
    name in values ? as(values[name as MailVariable]) : whole,
  ) // `in` has looked

/** A template with a bill's values; what comes from outside is text and never markup. */
export const filledTemplate = (
  { subject, body }: Pick<MailTemplate, 'subject' | 'body'>,
  values: MailValues,
) => ({
  subject: withValues(subject, values, (value) => value).trim(),
  body: withValues(body, values, escaped),
})

const PAIR = /\{\{\s*([^{}]{1,80}?)\s*\}\}/u
const BRACES = /.{0,20}(?:\{\{|\}\}).{0,20}/u

/**
 * The first placeholder of a text, whatever stands in its braces; undefined where it has none. Of
 * braces without their pair, the text around them.
 */
export function placeholderIn(text: string): string | undefined {
  // Unseen characters, and the wide braces of Asian keyboards, look the same to a reader.
  const seen = text.replaceAll(/\p{Cf}/gu, '').normalize('NFKC')
  return PAIR.exec(seen)?.[1] ?? BRACES.exec(seen)?.[0].trim()
}

/** A template that a contract names: by its id, or by its name without regard to case. */
const isNamed =
  (named: readonly string[]) =>
  ({ id, name }: MailTemplate): boolean =>
    named.some((one) => one === id || one.trim().toLowerCase() === name.trim().toLowerCase())

/**
 * The template of a bill's mail: that of the contract, else the user's own, else the product's. In
 * each, one in the client's language is chosen before one in another.
 */
export function templateFor(
  { purpose, language }: Pick<MailTemplate, 'purpose' | 'language'>,
  {
    own,
    named,
    shipped,
  }: { own: readonly MailTemplate[]; named: readonly string[]; shipped: MailTemplate },
): MailTemplate {
  const fitting = own.filter((one) => one.purpose === purpose)
  const ofContract = fitting.filter(isNamed(named))
  const inLanguage = (one: MailTemplate) => one.language === language
  return ofContract.find(inLanguage) ?? ofContract[0] ?? fitting.find(inLanguage) ?? shipped
}
