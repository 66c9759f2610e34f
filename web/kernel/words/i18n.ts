import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from './languages.ts'
import { missing } from './missing.ts'
import { preferences, setPreferences } from '#web/kernel/data/preferences.ts'

type Words = Record<string, unknown>

/** Sentences of screens. One chunk per language and context, loaded when a screen needs it. */
const screens = import.meta.glob<Words>('../../locales/*/*.json', { import: 'default' })
/** Words of the contract: names of entities, fields and options, events, errors. The server reads the same files. */
const contract = import.meta.glob<Words>('../../../api/contract/words/*/*.json', { import: 'default' })
const titles: Readonly<Record<Language, () => Promise<{ default: Words }>>> = {
  fr: () => import('virtual:titles/fr'),
  en: () => import('virtual:titles/en'),
  ar: () => import('virtual:titles/ar'),
  es: () => import('virtual:titles/es'),
  de: () => import('virtual:titles/de'),
  it: () => import('virtual:titles/it'),
}

/** Both trees of a context merged; no key is in both. */
function joined(one: Words, other: Words): Words {
  const both = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const before = both[key]
    both[key] =
      // JSON has no other objects
      typeof before === 'object' && typeof value === 'object' ? joined(before as Words, value as Words) : value
  }
  return both
}

const lazily: BackendModule = {
  type: 'backend',
  init() {},
  // i18next 27 accepts a promise from a reader that takes no callback.
  callbackApi: false,
  async read(language: string, namespace: string) {
    if (namespace === 'titles') return (await titles[language as Language]()).default // i18next only gets our languages
    const load = [
      contract[`../../../api/contract/words/${language}/${namespace}.json`],
      screens[`../../locales/${language}/${namespace}.json`],
    ].filter((one) => one !== undefined)
    if (load.length === 0) throw new Error(`No dictionary ${language}/${namespace}`)
    return (await Promise.all(load.map((one) => one()))).reduce(joined)
  },
}

/** Arabic has a font of its own; the other languages share the Latin one. */
const loadFace = (language: Language) => (language === 'ar' ? import('#web/kernel/ui/arabic.css') : undefined)

/** @param namespaces loaded before the first render */
export async function startWords(namespaces: readonly string[]) {
  const { language } = preferences()
  void loadFace(language)
  await i18next
    .use(lazily)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      load: 'currentOnly',
      ns: [...namespaces],
      defaultNS: 'kernel',
      interpolation: { escapeValue: false },
      returnNull: false,
      parseMissingKeyHandler: missing,
    })
  setPreferences({ language })
}

/** Loads the words before it switches the page, so that text and direction always match. */
export async function changeLanguage(language: Language) {
  await Promise.all([loadFace(language), i18next.changeLanguage(language)])
  setPreferences({ language })
}
