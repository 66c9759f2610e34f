// The pages work without this: it shows a password on demand, and confirms a sign-out that was already asked for.
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
document.querySelector('form[data-confirmed]')?.submit()
