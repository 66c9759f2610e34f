import '../app.css'
import { keepPreferences, keptPreferences } from '#web/kernel/data/kept-preferences.ts'
import { showVisitor } from './visitor.ts'

/** The whole script of a public page, which the server has rendered: it shows the user and keeps a chosen language. */
if (new URLSearchParams(window.location.search).has('lang'))
  keepPreferences({ ...keptPreferences(), language: document.documentElement.lang })
void showVisitor()
