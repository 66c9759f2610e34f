import i18next, { type BackendModule, type PostProcessorModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { elided } from '#contract/kernel/elision.values.ts'
import type { Language } from './languages.ts'
import { missing } from './missing.ts'
import { preferences, setPreferences } from '#web/kernel/words/preferences.ts'

type Words = Record<string, unknown>

const titles: Readonly<Record<Language, () => Promise<{ default: Words }>>> = {
  fr: () => import('virtual:titles/fr'),
  en: () => import('virtual:titles/en'),
  ar: () => import('virtual:titles/ar'),
  es: () => import('virtual:titles/es'),
  de: () => import('virtual:titles/de'),
  it: () => import('virtual:titles/it'),
}
type Contexts = Readonly<Record<string, () => Promise<{ default: Words }>>>
/** Loader of each context's words: its part of the contract, and the sentences of its screens. */
const contexts: Readonly<Record<Language, () => Promise<{ default: Contexts }>>> = {
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
    if (namespace === 'titles') return (await titles[language]()).default
    const load = (await contexts[language]()).default[namespace]
    if (load === undefined) throw new Error(`No dictionary ${language}/${namespace}`)
    return (await load()).default
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

/** Loads the words before it switches the page, so that text and direction always match. */
export async function changeLanguage(language: Language) {
  await Promise.all([loadFace(language), i18next.changeLanguage(language)])
  setPreferences({ language })
}
