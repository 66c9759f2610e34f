import { Link } from 'react-router-dom'

/** A told fact as its sentence, which leads to its record where a screen shows that. */
export function ToldText({
  text,
  to,
  onOpen,
}: {
  text: string
  to: string | undefined
  onOpen: () => void
}) {
  if (to === undefined) return text
  return (
    <Link to={to} onClick={onOpen}>
      {text}
    </Link>
  )
}
