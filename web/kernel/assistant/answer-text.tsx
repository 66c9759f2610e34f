import { Link } from 'react-router-dom'
import type { ShownTurn } from './use-chat.ts'
import { placeOfCite } from './cited-place.ts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * An answer as plain text: records are links, and numbers that no tool returned are marked. Nothing
 * else is.
 */
export function AnswerText({ turn, onOpen }: { turn: ShownTurn; onOpen: () => void }) {
  const { answer, cites, unsupported } = turn
  const marks = unsupported
    .toSorted((a, b) => b.length - a.length)
    .map((text) => `(?<!\\d)${escaped(text)}(?!\\d)`)
  const pieces = answer.split(new RegExp(`(\\[R\\d+\\]${marks.map((one) => `|${one}`).join('')})`))
  const placed = pieces.map((piece, index) => ({
    piece,
    key: pieces.slice(0, index).join('').length,
  }))
  return (
    <div className="whitespace-pre-line break-words" dir="auto">
      {placed.map(({ piece, key }) => {
        const n = /^\[R(\d+)\]$/.exec(piece)?.[1]
        if (n === undefined)
          return unsupported.includes(piece) ? <Unsure key={key} text={piece} /> : piece
        const cite = cites.find((one) => one.n === Number(n))
        const to = cite && placeOfCite(cite)
        return to ? (
          <sup key={key}>
            <Link
              className="link px-0.5"
              to={to}
              onClick={onOpen}
              aria-label={`${n} ${cite.title}`}
            >
              {n}
            </Link>
          </sup>
        ) : null
      })}
    </div>
  )
}

const Unsure = ({ text }: { text: string }) => <mark className="unsure">{text}</mark>
