import type { LucideIcon } from 'lucide-react'

/** A small drawing that says something by itself: drawn for the eye, a word for the ear. */
export const LabelledIcon = ({
  icon: Icon,
  label,
  size = 15,
  className,
}: {
  icon: LucideIcon
  label: string
  size?: number
  className?: string
}) => (
  <>
    <Icon size={size} strokeWidth={1.7} aria-hidden="true" className={className} />
    <span className="sr-only">{label}</span>
  </>
)
