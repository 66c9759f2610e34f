import { foldText } from '#projections/read-store/values.ts'
import type { Language } from '#api/kernel/languages.ts'
import { words } from '#api/kernel/words.ts'

export type HelpPage = { readonly name: string; readonly title: string; readonly body: string }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The pages of the help that hold every word, in their order; all of them without words. */
export function helpPages(language: Language, text: string): readonly HelpPage[] {
  const asked = foldText(text).split(/\s+/)
  return Object.entries(words[language]['help']?.['page'] ?? {})
    .map(([name, page]) => {
      // as the file has it
      const { name: title, body } = Object(page) as { readonly name?: unknown; readonly body?: unknown }
      return { name, title: textOf(title), body: textOf(body) }
    })
    .filter(({ title, body }) => asked.every((word) => foldText(`${title} ${body}`).includes(word)))
}
