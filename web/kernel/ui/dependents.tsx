import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { paths } from '#web/screens.ts'

/**
 * A field of a refused removal: `bills.<profile>.<id>`, `projects.<profile>.<id>` or
 * `quotes.<profile>.<id>`. Its message is the dependent's name.
 */
const DEPENDENT = /^(bills|projects|quotes)\.[^.]+\.([^.]+)$/
const ADDRESSES = {
  bills: (id: string) => paths.bill.to({ id }),
  quotes: (id: string) => paths.quote.to({ id }),
  projects: (id: string) => paths.contracts.to({}, { open: id }),
} as const

/**
 * The server's sentence, with a link to each dependent that prevents a removal; undefined for any
 * other failure.
 */
export function dependentsOf(problem: unknown): ReactNode {
  if (!(problem instanceof ApiProblem)) return undefined
  const dependents = problem.fields.flatMap(({ path, message }) => {
    const [, kind, id] = DEPENDENT.exec(path) ?? []
    return id && (kind === 'bills' || kind === 'projects' || kind === 'quotes')
      ? [{ id, to: ADDRESSES[kind](id), name: message }]
      : []
  })
  if (dependents.length === 0) return undefined
  return (
    <div role="alert">
      <p>{problem.message}</p>
      <ul className="mt-3 grid max-h-[240px] gap-1 overflow-y-auto">
        {dependents.map(({ id, to, name }) => (
          <li key={id}>
            <Link className="link" to={to}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
