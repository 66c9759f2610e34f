/** The name by which robots.txt speaks of this reader. */
const NAME = 'carnet'

type Rule = { readonly allows: boolean; readonly pattern: string }

/**
 * Whether a site lets this reader read a path.
 *
 * @source RFC 9309: the group of the reader's name, else of `*`; the longest pattern that matches
 * decides
 */
export function allowsPath(robots: string, path: string): boolean {
  const groups = new Map<string, Rule[]>()
  let agents: string[] = []
  let isOpen = false
  for (const line of robots.split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const key = field.toLowerCase()
    if (key === 'user-agent') {
      agents = isOpen ? [...agents, value.trim().toLowerCase()] : [value.trim().toLowerCase()]
      isOpen = true
      for (const agent of agents) if (!groups.has(agent)) groups.set(agent, [])
    } else if (key === 'allow' || key === 'disallow') {
      isOpen = false
      const pattern = value.trim()
      if (pattern !== '')
        for (const agent of agents) groups.get(agent)?.push({ allows: key === 'allow', pattern })
    }
  }
  const rules = groups.get(NAME) ?? groups.get('*') ?? []
  const matching = rules.filter(({ pattern }) => matches(pattern, path))
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length))
  const deciding = matching.filter(({ pattern }) => pattern.length === longest)
  return deciding.length === 0 || deciding.some(({ allows }) => allows)
}

/**
 * `*` stands for any text, and `$` for the end. Each part is searched once, so no pattern takes
 * long.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  let at = 0
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const found = index === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, at)
    if (found < 0) return false
    if (isLast && isWhole)
      return index === 0 ? path === part : path.endsWith(part) && path.length - part.length >= at
    at = found + part.length
  }
  return true
}
