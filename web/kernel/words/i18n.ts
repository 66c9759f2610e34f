import i18next, { type BackendModule, type PostProcessorModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { elided } from '#contract/kernel/elision.values.ts'
import { awaited } from '#web/kernel/words/pending.ts'
import type { Language } from './languages.ts'
import { missing } from './missing.ts'
import { preferences, setPreferences } from '#web/kernel/words/preferences.ts'

type Words = Record<string, unknown>

type First = {
  readonly kernel: Words
  readonly titles: Words
  readonly contexts: Readonly<Record<string, () => Promise<{ default: Words }>>>
}
/** Words of every screen, in one file a language, with the loaders of the other contexts' words. */
const first: Readonly<Record<Language, () => Promise<First>>> = {
  fr: () => import('virtual:words/fr'),
  en: () => import('virtual:words/en'),
  ar: () => import('virtual:words/ar'),
  es: () => import('virtual:words/es'),
  de: () => import('virtual:words/de'),
  it: () => import('virtual:words/it'),
}

const lazily: BackendModule = {
  type: 'backend',
  init() {},
  // i18next 27 accepts a promise from a reader that takes no callback.
  callbackApi: false,
  async read(name: string, namespace: string) {
    const language = name as Language // i18next only gets our languages
    const { kernel, titles, contexts } = await first[language]()
    if (namespace === 'kernel') return kernel
    if (namespace === 'titles') return titles
    const load = contexts[namespace]
    if (load === undefined) throw new Error(`No dictionary ${language}/${namespace}`)
    return (await awaited(load())).default
  },
}

const elision: PostProcessorModule = {
  type: 'postProcessor',
  name: 'elision',
  process: (sentence: string) => elided(sentence, preferences().language),
}

/** Arabic has a font of its own; the other languages share the Latin one. */
const loadFace = (language: Language) =>
  language === 'ar' ? import('#web/kernel/words/arabic.css') : undefined

/** @param namespaces loaded before the first render */
export async function startWords(namespaces: readonly string[]) {
  const { language } = preferences()
  void loadFace(language)
  await i18next
    .use(lazily)
    .use(elision)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      load: 'currentOnly',
      ns: [...namespaces],
      defaultNS: 'kernel',
      interpolation: { escapeValue: false },
      returnNull: false,
      postProcess: [elision.name],
      parseMissingKeyHandler: missing,
    })
  setPreferences({ language })
}

/** Loads words before they are drawn. A failure is left to the part that wants them. */
export const loadWords = async (namespaces: readonly string[]): Promise<void> =>
  i18next.loadNamespaces([...namespaces]).catch(() => undefined)

/** Loads the words before it switches the page, so that text and direction always match. */
export async function changeLanguage(language: Language) {
  await Promise.all([loadFace(language), i18next.changeLanguage(language)])
  setPreferences({ language })
}
