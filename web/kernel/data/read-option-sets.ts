import { textIn } from '#contract/kernel/languages.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { SHIPPED_OPTIONS, type Words } from '#contract/settings/settings.records.ts'
import { callAll } from '#web/kernel/data/client.ts'
import { typeNamed } from '#web/kernel/data/type-named.ts'
import { isLanguage } from '../words/languages.ts'
import { setListedOptions } from '../words/option-words.ts'
import { plainText } from '../words/plain-text.ts'

/** A value of a list as an administrator has written it. */
export type OptionRow = {
  readonly id: string
  readonly version: number
  /** `company.sector`. */
  readonly list: string
  readonly value: string
  readonly display: Words
  readonly order: number
  readonly color: number
  readonly retired: boolean
}

const shipped: Readonly<Record<string, readonly string[]>> = SHIPPED_OPTIONS

/** A shipped value without a word in the language keeps its shipped one. */
function wordOf({ list, value, display }: OptionRow, language: string): string {
  const spoken = isLanguage(language) ? language : 'fr'
  return shipped[list]?.includes(value) ? display[spoken] : textIn(display, spoken) || value
}

const wordsIn = (value: unknown): Words => {
  const { fr, en, ar, es, de, it } = Object(value) as Partial<Record<string, unknown>> // texts by language on the wire
  return {
    fr: plainText(fr),
    en: plainText(en),
    ar: plainText(ar),
    es: plainText(es),
    de: plainText(de),
    it: plainText(it),
  }
}

/** Reads the option sets and hands their words to `option-words.ts`. */
export async function readOptionSets(language: string): Promise<readonly OptionRow[]> {
  const rows = await callAll(recordEndpoints(typeNamed('settings')).list, {})
  // A shipped value has no version: its words are the product's own.
  const added = rows.filter(({ version }) => version > 0)
  const options = added.map(
    (row): OptionRow => ({
      id: row.id,
      version: row.version,
      list: `${plainText(row['component'])}.${plainText(row['lookup'])}`,
      value: plainText(row['value']),
      display: wordsIn(row['display']),
      order: Number(row['order'] ?? 0),
      color: Number(row['color'] ?? 0),
      retired: row['retired'] === true,
    }),
  )
  setListedOptions(options.map((row) => ({ ...row, word: wordOf(row, language) })))
  return options
}
