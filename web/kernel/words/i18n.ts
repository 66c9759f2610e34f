import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from './languages.ts'
import { preferences, setPreferences } from '#web/kernel/data/preferences.ts'

/** One chunk a language and namespace; only those a screen asks for are loaded. */
const dictionaries = import.meta.glob<Record<string, unknown>>('../../locales/*/*.json', { import: 'default' })
/** Names of fields belong to the contract: the server writes them into CSV, the screens onto forms and tables. */
const labels = import.meta.glob<Record<string, unknown>>('../../../api/contract/labels/*.json', { import: 'default' })

const lazily: BackendModule = {
  type: 'backend',
  init() {},
  // i18next 27 takes a promise from a reader that is given no callback.
  callbackApi: false,
  async read(language: string, namespace: string) {
    const load =
      namespace === 'labels'
        ? labels[`../../../api/contract/labels/${language}.json`]
        : dictionaries[`../../locales/${language}/${namespace}.json`]
    if (!load) throw new Error(`No dictionary ${language}/${namespace}`)
    return load()
  },
}

/** Arabic has a face of its own; the others share the Latin one. */
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
    })
  setPreferences({ language })
}

/** Loads the words first, then turns the page over: nobody sees one language in the other's direction. */
export async function changeLanguage(language: Language) {
  await Promise.all([loadFace(language), i18next.changeLanguage(language)])
  setPreferences({ language })
}
