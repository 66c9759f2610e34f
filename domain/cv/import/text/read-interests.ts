import { clean, CONTACT, isBlank, isBullet, type Line, type Proposal, trimmed } from './cv-lines.ts'

/**
 * A list with commas that a narrow column breaks: a line goes on in the next one, which begins with
 * a small letter.
 */
function rejoined(lines: readonly Line[]): readonly (Line & { readonly all: readonly number[] })[] {
  const whole: (Line & { readonly all: readonly number[] })[] = []
  for (const line of lines) {
    const last = whole.at(-1)
    const goesOn =
      last?.text.includes(',') === true &&
      !isBullet(line) &&
      /^\p{Ll}[^:]*$/u.test(line.text.trim())
    if (last && goesOn)
      whole[whole.length - 1] = {
        ...last,
        text: `${last.text} ${line.text}`,
        all: [...last.all, line.at],
      }
    else whole.push({ ...line, all: [line.at] })
  }
  return whole
}

export const interestsOf = (lines: readonly Line[]): readonly Proposal[] =>
  rejoined(lines.filter((line) => !isBlank(line) && !CONTACT.test(line.text))).flatMap(
    ({ text, all }) =>
      clean(text)
        .split(/\s*[,;•·|\t،؛]\s*(?![^()]*\))/u)
        .map((part) => trimmed(part).replace(/\.$/, ''))
        .filter((name) => name !== '' && name.length <= 80)
        .map(
          (name): Proposal => ({
            section: 'interest',
            values: { name },
            confidence: name.split(' ').length <= 5 ? 0.85 : 0.6,
            lines: all,
          }),
        ),
  )
