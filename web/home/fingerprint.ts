/** Larger than any bill; a browser holds the whole file to read it. */
const MAX_BYTES = 50_000_000

async function sha256Of(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Asks about a chosen or dropped file by its SHA-256 alone: the file itself stays with the visitor.
 * Without a secure connection browsers compute none, and the page says so.
 */
export function readFingerprint(input: HTMLInputElement): void {
  const { form } = input
  const zone = input.closest('label')
  const output = form?.querySelector('output')
  if (!form || !zone || !output) return
  const say = (words: string | undefined) => (output.textContent = words ?? '')
  async function ask(file: File | undefined): Promise<void> {
    if (!file || !form) return
    // The type does not know pages without a secure connection, where it is missing.
    if ((crypto.subtle as SubtleCrypto | undefined) === undefined)
      return void say(input.dataset['insecure'])
    if (file.size > MAX_BYTES) return void say(input.dataset['large'])
    say(input.dataset['reading'])
    const typed = form.elements.namedItem('sha256')
    if (!(typed instanceof HTMLInputElement)) return
    typed.value = await sha256Of(file)
    form.requestSubmit()
  }
  input.addEventListener('change', () => void ask(input.files?.[0]))
  zone.addEventListener('dragover', (event) => event.preventDefault())
  zone.addEventListener('drop', (event) => {
    event.preventDefault()
    void ask(event.dataTransfer?.files[0])
  })
}
