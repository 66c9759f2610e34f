// Finds comments that are hard to read: long sentences, long lines, and words that hide who acts.
// Name the process, request, user, projection or caller instead. Code in backticks is not checked.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const MOST_WORDS = 20
const MOST_CHARACTERS = 100
const VAGUE =
  /\b(?:whoever|somebody|someone|nobody|anybody|anew|(?:to|of|for|by|since) who|what (?:stands|is there)|whatever (?:it|they|is|was|goes|runs|process))\b/i
/** A clause, or a pronoun without its noun, in the place of a subject. */
const NO_SUBJECT =
  /^(?:(?:What|Which|Whose|Who|Whom|How|Those|Whatever|Whoever)\b|That (?!is\b)\w|One (?:that|which|who)\b|The (?:one|ones|same) (?:that|of|who)\b)/
/** A pronoun needs a noun before it. */
const NO_NOUN_BEFORE = /^(?:(?:It|They|Its|Their|Others)\b|Of (?!any currency))/
const SENTENCE_END = /(?<=[.!?…])\s+|\s+(?=@[a-z])/
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs'], {
  encoding: 'utf8',
})

/**
 * The paragraphs of a file's comments. A list, a table or an indented example is a paragraph per
 * line.
 */
function paragraphsOf(lines) {
  const found = []
  let open = null
  let inBlock = false
  lines.forEach((line, i) => {
    const starts = /^\s*\{?\/\*/.test(line)
    const own = inBlock || starts || /^\s*\/\//.test(line)
    const text = own
      ? line.replace(/^\s*(?:\{?\/\*\*?|\*\/|\*|\/\/)/, '')
      : (/\s\/\/\s(.*)$/.exec(line)?.[1] ?? '')
    const words = text.replace(/\*\/.*$/, '').trim()
    if (starts || inBlock) inBlock = !line.includes('*/')
    if (!own || starts || words === '' || /^ {4}|^ ?[@\-|]/.test(text)) open = null
    if (words === '') return
    if (open) open.text += ` ${words}`
    else found.push((open = { at: i + 1, text: words }))
    if (!own || /^ {4}/.test(text)) open = null
    if (own && line.length > MOST_CHARACTERS && !/https?:|-disable/.test(line))
      found.push({ at: i + 1, tooWide: line.length })
  })
  return found
}

const faults = []
for (const file of files.trim().split('\n'))
  for (const { at, text = '', tooWide } of paragraphsOf(readFileSync(file, 'utf8').split('\n'))) {
    if (tooWide) faults.push(`${file}:${at} a comment line of ${tooWide} characters`)
    const prose = text.replaceAll(/`[^`]*`/g, 'code')
    const vague = VAGUE.exec(prose)
    if (vague) faults.push(`${file}:${at} "${vague[0]}": name the process, request, user or caller`)
    if (NO_NOUN_BEFORE.test(prose))
      faults.push(`${file}:${at} "${prose.slice(0, 40)}…": begin with the noun`)
    for (const sentence of prose.split(SENTENCE_END)) {
      if (NO_SUBJECT.test(sentence))
        faults.push(`${file}:${at} "${sentence.slice(0, 40)}…": begin with the noun`)
      const words = sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length
      if (words > MOST_WORDS)
        faults.push(`${file}:${at} a sentence of ${words} words: ${sentence.slice(0, 60)}…`)
    }
  }
for (const fault of faults) console.error(fault)
console.log(`${files.split('\n').length - 1} files, ${faults.length} faults in comments.`)
process.exit(faults.length > 0 ? 1 : 0)
