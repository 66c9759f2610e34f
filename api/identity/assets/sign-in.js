import { passwordLevel } from './password-meter.js'

// The pages work without this. It shows a password on demand and how hard it is to guess, tells the browser's time zone,
// keeps the passwords of a form that is refused, and sends what was already asked for: a sign-out, a new account's entry.
function bringToLife() {
  for (const button of document.querySelectorAll('button.reveal')) {
    const input = document.getElementById(button.getAttribute('aria-controls'))
    if (!input) continue
    button.hidden = false
    button.addEventListener('click', () => {
      const shown = input.type === 'password'
      input.type = shown ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(shown))
    })
  }
  for (const meter of document.querySelectorAll('[data-strength]')) {
    const input = document.getElementById(meter.dataset.strength)
    const measure = () => {
      const level = passwordLevel(input.value)
      meter.hidden = level === 0
      meter.dataset.level = level
      meter.querySelector('[data-strength-word]').textContent = meter.getAttribute(`data-level-${level}`) ?? ''
    }
    input.addEventListener('input', measure)
    measure()
  }
  for (const input of document.querySelectorAll('input[data-time-zone]'))
    input.value = Intl.DateTimeFormat().resolvedOptions().timeZone
  document.querySelector('form[data-kept]')?.addEventListener('submit', send)
}

/** Sends the form. A refusal replaces the page's content, and the passwords stay as they were typed. */
async function send(event) {
  event.preventDefault()
  const form = event.currentTarget
  const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) }).catch(
    () => null,
  )
  if (answer === null) return form.submit()
  if (answer.redirected) return location.assign(answer.url)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const typed = [...form.querySelectorAll('.secret input')].map(({ id, value }) => ({ id, value }))
  document.title = page.title
  document.querySelector('main').replaceWith(page.querySelector('main'))
  for (const { id, value } of typed) {
    const input = document.getElementById(id)
    if (input) input.value = value
  }
  bringToLife()
  document.querySelector('[aria-invalid="true"], .note.wrong')?.focus()
}

bringToLife()
document.querySelector('form[data-confirmed]')?.submit()
// Long enough to read the notice. @unit milliseconds
setTimeout(() => document.querySelector('form[data-enters]')?.submit(), 2_500)
