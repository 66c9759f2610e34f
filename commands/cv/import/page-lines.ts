import { headingOf } from '#domain/cv/import/cv-headings.ts'
import { periodIn } from '#domain/cv/import/cv-periods.ts'
import { columnOf } from './column-leads.ts'

/** Words of a page with their place. @unit points, from the lower left corner */
export type Piece = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
}
/** Pieces that stand beside each other without a gap. */
type Run = {
  readonly pieces: readonly Piece[]
  readonly x: number
  readonly end: number
  readonly y: number
  readonly size: number
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/
/** A glyph that its font gives no letter for, read as a sign within an Arabic word. */
const STRAY = /(?<=\p{Script=Arabic})[\p{Cc}!"#$%&'()*+]+(?=\p{Script=Arabic})/gu
const LEFT_TO_RIGHT = /[\p{L}\p{N}]/u
const LATIN = /\p{Script=Latin}/u
const letters = (text: string, kind: RegExp): number =>
  [...text.matchAll(new RegExp(kind.source, 'gu'))].length

/**
 * The words of pieces in reading order. A right-to-left line holds groups that run left to right,
 * and the reverse.
 */
function wordsOf(pieces: readonly Piece[]): string {
  const whole = pieces.map(({ text }) => text).join('')
  const right = letters(whole, RIGHT_TO_LEFT)
  const visual = pieces.toSorted((a, b) => a.x - b.x)
  if (right === 0) return joined(visual)
  // A line with a Latin word at its left and Arabic at its right may run either way. Its brackets
  // decide.
  const seen = visual.map(({ text }) => text).join('')
  const first = visual.find(({ text }) => RIGHT_TO_LEFT.test(text) || LATIN.test(text))
  const isLeft = first !== undefined && LATIN.test(first.text) && /\([^)]*\)/.test(seen)
  const isRight = !isLeft && right > letters(whole, LATIN) * 0.5
  // A piece without letters goes with its neighbours when they run alike, else with the line.
  const turns = visual.map(({ text }) =>
    RIGHT_TO_LEFT.test(text) ? true : LEFT_TO_RIGHT.test(text) ? false : null,
  )
  const groups: { readonly isRight: boolean; readonly pieces: Piece[] }[] = []
  for (const [index, piece] of visual.entries()) {
    const before = turns.slice(0, index).findLast((turn) => turn !== null)
    const after = turns.slice(index).find((turn) => turn !== null)
    const turned = turns[index] ?? (before === after && before !== undefined ? before : isRight)
    const last = groups.at(-1)
    if (last?.isRight === turned) last.pieces.push(piece)
    else groups.push({ isRight: turned, pieces: [piece] })
  }
  const texts = groups.map((group) =>
    group.isRight ? joined(group.pieces.toReversed().map(turnedSigns)) : joined(group.pieces),
  )
  return (isRight ? texts.toReversed() : texts)
    .join(' ')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(STRAY, '')
}

/** Signs of a right-to-left line stand in the file from left to right. */
const turnedSigns = (piece: Piece): Piece =>
  RIGHT_TO_LEFT.test(piece.text) || LEFT_TO_RIGHT.test(piece.text)
    ? piece
    : { ...piece, text: Array.from(piece.text).toReversed().join('') }

/** Pieces one after the other; a gap between words becomes a space. */
function joined(pieces: readonly Piece[]): string {
  let text = ''
  let before: Piece | undefined
  for (const piece of pieces) {
    const gap =
      before === undefined
        ? 0
        : Math.max(piece.x - before.x - before.width, before.x - piece.x - piece.width)
    const isApart = gap > piece.size * 0.3 && !text.endsWith(' ') && !piece.text.startsWith(' ')
    text += isApart ? ` ${piece.text}` : piece.text
    before = piece
  }
  return text
}

/** Pieces of one baseline that follow each other in the file and on the page. */
function runsOf(pieces: readonly Piece[]): readonly Run[] {
  const runs: { pieces: Piece[]; x: number; end: number; y: number; size: number }[] = []
  for (const piece of pieces) {
    const isSpace = piece.text.trim() === ''
    const end = piece.x + piece.width
    const near = runs.findLast(
      (run) =>
        Math.abs(run.y - piece.y) < Math.min(run.size, piece.size) * 0.4 &&
        piece.x < run.end + run.size * 1.3 &&
        end > run.x - run.size * 1.3,
    )
    // A wide space is a gap, written as a letter.
    if (isSpace && (near === undefined || piece.width > piece.size * 1.5)) continue
    if (near === undefined)
      runs.push({ pieces: [piece], x: piece.x, end, y: piece.y, size: piece.size })
    else {
      near.pieces.push(piece)
      near.x = Math.min(near.x, piece.x)
      near.end = Math.max(near.end, end)
      near.size = Math.max(near.size, isSpace ? 0 : piece.size)
    }
  }
  // Figures of a right-to-left line stand in the file after the words beyond them: what they part
  // is one run.
  const whole: typeof runs = []
  for (const run of runs.toSorted((a, b) => a.x - b.x)) {
    const near = whole.find(
      (one) =>
        Math.abs(one.y - run.y) < Math.min(one.size, run.size) * 0.4 &&
        run.x < one.end + Math.min(one.size, run.size) * 1.3,
    )
    if (near === undefined) whole.push(run)
    else {
      near.pieces.push(...run.pieces)
      near.end = Math.max(near.end, run.end)
      near.size = Math.max(near.size, run.size)
    }
  }
  return whole
}

/** Ratio of word spaces to spaces within Arabic words, where the script itself leaves gaps. */
const OWN_SPACES = 4

/**
 * Pieces without control characters, which stand for glyphs of several letters. Arabic letters that
 * do not join leave a gap that readers of PDF take for a space.
 */
function cleaned(pieces: readonly Piece[]): readonly Piece[] {
  const isBroken = ({ text }: Piece) => RIGHT_TO_LEFT.test(text) && / /.test(text.trim())
  const arabic = pieces.filter(({ text }) => RIGHT_TO_LEFT.test(text))
  // Where each letter is a piece of its own, a space between two of them is one.
  const areLetters =
    arabic.filter(({ text }) => text.trim().length === 1).length > arabic.length / 2
  const hasOwnSpaces =
    !areLetters &&
    pieces.filter(({ text }) => text === ' ').length > OWN_SPACES * pieces.filter(isBroken).length
  return pieces.map((piece) => {
    const text = piece.text.replaceAll(/\p{Cc}/gu, '')
    return {
      ...piece,
      text: hasOwnSpaces && isBroken(piece) ? text.trim().replaceAll(' ', '') : text,
    }
  })
}

/** Fewest runs of a column. */
const COLUMN = 4
/** Narrowest strip between two columns. @unit points */
const STRIP = 8

type Cut = {
  readonly head: readonly Run[]
  readonly left: readonly Run[]
  readonly right: readonly Run[]
}

/**
 * A column has a heading of its own. Dates or levels at the margin have none: they go with the
 * lines beside them.
 */
const hasHeading = (runs: readonly Run[]): boolean =>
  runs.some(({ pieces }) => headingOf(wordsOf(pieces)) !== null)

/** Dates that a strip would part from the only words beside them. */
function severed({ left, right }: Cut): number {
  const isBeside = (run: Run, others: readonly Run[]) =>
    others.some(
      (one) => one !== run && Math.abs(one.y - run.y) < Math.max(one.size, run.size) * 0.45,
    )
  const parted = (own: readonly Run[], others: readonly Run[]) =>
    own.filter(
      (run) =>
        !isBeside(run, own) && isBeside(run, others) && periodIn(wordsOf(run.pieces)) !== null,
    ).length
  return parted(left, right) + parted(right, left)
}

/**
 * The empty strip that parts the fewest dates from their words; what crosses it stands above both
 * columns.
 */
function columnsOf(runs: readonly Run[]): Cut | null {
  const from = Math.min(...runs.map(({ x }) => x))
  const to = Math.max(...runs.map(({ end }) => end))
  let best: (Cut & { readonly score: number }) | null = null
  for (let strip = from + (to - from) * 0.15; strip < from + (to - from) * 0.85; strip += 4) {
    const crossing = runs.filter(({ x, end }) => x < strip - 2 && end > strip + 2)
    const lowest = Math.min(Number.POSITIVE_INFINITY, ...crossing.map(({ y }) => y))
    const below = runs.filter(({ y }) => y < lowest)
    const left = below.filter(({ end }) => end <= strip + 2)
    const right = below.filter(({ x }) => x >= strip - 2)
    if (Math.min(left.length, right.length) < COLUMN || below.length < runs.length * 0.6) continue
    const width = Math.min(...right.map(({ x }) => x)) - Math.max(...left.map(({ end }) => end))
    if (width < STRIP || !hasHeading(left) || !hasHeading(right)) continue
    const cut = { head: runs.filter(({ y }) => y >= lowest), left, right }
    const score = below.length * 10 + Math.min(width, 30) - severed(cut) * 25
    if (best === null || score > best.score) best = { ...cut, score }
  }
  return best
}

/** A line of a page before its words are joined. */
type Row = { readonly y: number; readonly size: number; readonly runs: Run[] }

const isRightToLeft = (text: string): boolean => letters(text, RIGHT_TO_LEFT) > letters(text, LATIN)
const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

function rowsOf(runs: readonly Run[]): readonly Row[] {
  const rows: Row[] = []
  for (const run of runs.toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1)
    if (row && Math.abs(row.y - run.y) < Math.max(row.size, run.size) * 0.45) row.runs.push(run)
    else rows.push({ y: run.y, size: run.size, runs: [run] })
  }
  return rows
}

const BULLETED = /^\s*[•·▪▸►●○◦‣⁃∙*➢➤✓✔–—-]\s/u
/** Indent of a list from the line above it. @unit points */
const INDENT = { from: 6, to: 40 }

/** Lines that end so near to the edge are full. @unit points */
const NEAR_EDGE = 30
/** Fewest full lines that tell where the margin is. */
const FULL_ROWS = 3

/** Whether a line tells a period, and not a year among other words. */
function isDates(text: string): boolean {
  const period = periodIn(text)
  return period !== null && (!period.isSingle || period.rest.trim() === '')
}

/**
 * The lines that begin an entry of a list whose bullets are drawn and not written, as browsers do.
 * Such a list stands in from the line above it. A line goes on in the next one when the next one's
 * first word had no room in it.
 */
function listedRows(
  rows: readonly Row[],
  texts: readonly string[],
  isRight: boolean,
): ReadonlySet<Row> {
  const listed = new Set<Row>()
  if (texts.some((text) => BULLETED.test(text))) return listed
  const startOf = (run: Run) => (isRight ? -run.end : run.x)
  const endOf = (run: Run) => (isRight ? -run.x : run.end)
  const edge = Math.max(...rows.flatMap(({ runs }) => runs.map(endOf)))
  /** The margin of a page of short lines is unknown: a capital then begins the next entry. */
  const isEdgeKnown =
    rows.filter(({ runs }) => runs.some((run) => endOf(run) > edge - NEAR_EDGE)).length >= FULL_ROWS
  let base: Row | undefined
  let indent: number | null = null
  for (const [index, row] of rows.entries()) {
    const [run, beside] = row.runs
    const text = texts[index] ?? ''
    const start = run && startOf(run)
    // A task may name a year; within a list it may name several.
    const isWithin = start !== undefined && indent !== null && Math.abs(start - indent) < 1
    const isPlain =
      run !== undefined &&
      beside === undefined &&
      headingOf(text) === null &&
      (isWithin || !isDates(text))
    if (start === undefined || !isPlain) {
      base = headingOf(text) === null ? row : undefined
      indent = null
    } else if (indent !== null && Math.abs(start - indent) < 1) {
      const [above] = rows[index - 1]?.runs ?? []
      const firstWord =
        ((run.end - run.x) * (text.split(' ')[0] ?? '').length) / Math.max(1, text.length)
      const hadRoom = above !== undefined && endOf(above) + firstWord + run.size * 0.3 < edge
      if (hadRoom || (!isEdgeKnown && /^\p{Lu}/u.test(text))) listed.add(row)
    } else if (
      base?.runs.some(
        (one) => start - startOf(one) >= INDENT.from && start - startOf(one) <= INDENT.to,
      )
    ) {
      indent = start
      listed.add(row)
    } else {
      base = row
      indent = null
    }
  }
  return listed
}

/** Lines from the top down. A gap wider than between lines becomes an empty one. */
function linesOf(runs: readonly Run[]): readonly string[] {
  const rows = rowsOf(runs)
  const steps = rows.flatMap((row, index) => {
    const above = rows[index - 1]
    return above ? [above.y - row.y] : []
  })
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0
  const isRight = isRightToLeft(runs.map(({ pieces }) => textOf(pieces)).join(''))
  const texts = rows.map((row) => {
    const ordered = row.runs.toSorted((a, b) => (isRight ? b.x - a.x : a.x - b.x))
    const words = ordered.map(({ pieces }) => wordsOf(pieces).trim()).join('\t')
    // The bullet of a right-to-left line stands at its right end.
    return isRight ? words.replace(/^(.*?)[\s\t]*([•·▪])$/u, '$2 $1') : words
  })
  const listed = listedRows(rows, texts, isRight)
  return rows.flatMap((row, index) => {
    const line = `${listed.has(row) ? '• ' : ''}${texts[index] ?? ''}`
    return index > 0 && (steps[index - 1] ?? 0) > usual * 1.25 ? ['', line] : [line]
  })
}

const largest = (column: readonly Run[]): number => Math.max(...column.map(({ size }) => size))

/**
 * The lines of a page in reading order. Lines above two columns come first, then lines above the
 * headings of each, then each column. Among lines above headings, those beside the largest letters
 * are first.
 */
export function pageLines(found: readonly Piece[]): readonly string[] {
  const pieces = cleaned(found)
  const runs = runsOf(pieces)
  if (runs.length === 0) return []
  const cut = columnsOf(runs)
  if (cut === null) return linesOf(runs)
  const columns = isRightToLeft(textOf(pieces)) ? [cut.right, cut.left] : [cut.left, cut.right]
  const leads = columns
    .toSorted((a, b) => largest(b) - largest(a))
    .map((column) => columnOf(linesOf(column)).lead)
  return [
    linesOf(cut.head),
    ...leads,
    ...columns.map((column) => columnOf(linesOf(column)).rest),
  ].flatMap((lines) => (lines.length === 0 ? [] : [...lines, '']))
}
