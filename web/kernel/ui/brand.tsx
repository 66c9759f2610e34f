import { initialsOf } from './initials.ts'

/** The mark: two strokes of the two-colour pencil, the margin and the line. */
export const Logo = ({ size = 22 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true">
    <rect
      x=".75"
      y=".75"
      width="20.5"
      height="20.5"
      rx="3.2"
      fill="var(--surface)"
      stroke="var(--ink)"
      strokeWidth="1.5"
    />
    <path d="M7 1v20" stroke="var(--warm-line)" strokeWidth="1.8" />
    <path
      d="M10 7.4h7.6M10 11.2h7.6M10 15h4.6"
      stroke="var(--accent)"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
  </svg>
)

/**
 * A person's picture, or their initials. Decorative: the name is beside it or in the control's
 * label.
 */
export const Avatar = ({
  name,
  picture,
  size,
}: {
  name: string
  picture?: string | null
  size?: number
}) => (
  <span
    className="avatar"
    aria-hidden="true"
    data-initials={picture ? undefined : initialsOf(name)}
    style={size ? { width: size, height: size, fontSize: size / 2.6 } : undefined}
  >
    {picture && <img src={picture} alt="" />}
  </span>
)
