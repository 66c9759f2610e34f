import '../app.css'
import { keepPreferences, keptPreferences } from '#web/kernel/words/kept-preferences.ts'
import { readFingerprint } from './fingerprint.ts'
import { showVisitor } from './visitor.ts'

/**
 * The whole script of a public page, which the server has rendered. It shows the user, keeps a
 * chosen language, says that a demo is being opened, and reads a file's fingerprint.
 */
if (new URLSearchParams(window.location.search).has('lang'))
  keepPreferences({ ...keptPreferences(), language: document.documentElement.lang })
void showVisitor()

document.addEventListener('submit', ({ submitter }) => {
  const opening = submitter?.dataset['opening']
  if (!submitter || opening === undefined) return
  submitter.textContent = opening
  // A second click would begin a second demo.
  submitter.setAttribute('disabled', '')
})
// A page that asks for a file, which the browser reads by itself.
const file = document.querySelector<HTMLInputElement>('input[data-fingerprint]')
if (file) readFingerprint(file)

// A page that the browser kept shows the button and the user as they were.
window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
