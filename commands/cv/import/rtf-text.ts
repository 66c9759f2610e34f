/** Groups that hold no text of the document. */
const UNREAD = new Set(
  `fonttbl colortbl stylesheet info pict object themedata colorschememapping latentstyles datastore
  xmlnstbl listtable listoverridetable rsidtbl generator filetbl revtbl fldinst bkmkstart bkmkend
  footnote annotation atnid atnauthor listtext pntext shppict nonshppict`.split(/\s+/),
)
const SIGNS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  '~': ' ',
  _: '-',
}
/** A document of so many groups within each other is hostile. */
const DEEPEST = 200

type Group = { readonly isRead: boolean; readonly skip: number }

/** The encoding of a code page that RTF names. */
const encodingOf = (page: number): string => {
  const name = page === 10_000 ? 'macintosh' : `windows-${page}`
  try {
    return new TextDecoder(name).encoding
  } catch {
    return 'windows-1252'
  }
}

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)/gis

/** Text of a document while it is read. */
function textReader(decoder: TextDecoder) {
  const groups: Group[] = [{ isRead: true, skip: 1 }]
  const parts: string[] = []
  /** Bytes of the code page, decoded together: some characters have several. */
  let raw: number[] = []
  /** Characters behind a Unicode one that only old readers show. */
  let skipped = 0
  let isStarred = false
  const flush = () => {
    if (raw.length > 0) parts.push(decoder.decode(Uint8Array.from(raw)))
    raw = []
  }
  const isRead = () => groups.at(-1)?.isRead === true
  const add = (text: string) => {
    if (!isRead()) return
    flush()
    parts.push(text)
  }
  const change = (more: Partial<Group>) => {
    const group = groups.at(-1)
    if (group !== undefined) groups[groups.length - 1] = { ...group, ...more }
  }
  return {
    brace(sign: string) {
      isStarred = false
      if (sign === '}' && groups.length > 1) groups.pop()
      if (sign === '{' && groups.length < DEEPEST)
        groups.push(groups.at(-1) ?? { isRead: true, skip: 1 })
    },
    byte(hex: string) {
      if (skipped > 0) skipped--
      else if (isRead()) raw.push(Number.parseInt(hex, 16))
    },
    word(name: string, value: string | undefined) {
      if (name === 'listtext' || name === 'pntext') add('• ')
      if (isStarred || UNREAD.has(name)) change({ isRead: false })
      isStarred = false
      if (name === 'uc') change({ skip: Number(value ?? 1) })
      else if (name === 'u') {
        add(String.fromCharCode(((Number(value) % 65_536) + 65_536) % 65_536))
        skipped = groups.at(-1)?.skip ?? 1
      } else add(SIGNS[name] ?? '')
    },
    sign(sign: string) {
      if (sign === '*') isStarred = true
      else add(SIGNS[sign] ?? (/[\\{}]/.test(sign) ? sign : ''))
    },
    text(text: string) {
      const plain = text.replaceAll(/[\r\n]/g, '')
      add(plain.slice(skipped))
      skipped = Math.max(0, skipped - plain.length)
    },
    end(): string {
      flush()
      return parts.join('')
    },
  }
}

/**
 * The text of a rich text document. List markers become bullets.
 *
 * @source Microsoft, Rich Text Format Specification 1.9.1
 */
export function rtfText(bytes: Buffer): string {
  const source = bytes.toString('latin1')
  const page = Number(/\\ansicpg(\d{1,5})/.exec(source)?.[1] ?? 1252)
  const reader = textReader(new TextDecoder(encodingOf(page)))
  for (const [, word, value, hex, sign, brace, text] of source.matchAll(TOKEN)) {
    if (brace !== undefined) reader.brace(brace)
    else if (hex !== undefined) reader.byte(hex)
    else if (word !== undefined) reader.word(word, value)
    else if (sign !== undefined) reader.sign(sign)
    else if (text !== undefined) reader.text(text)
  }
  return reader.end()
}
