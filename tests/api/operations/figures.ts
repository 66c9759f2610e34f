type Labels = Readonly<Record<string, string>>
export type Figures = {
  /** The one series with these labels; undefined without one. */
  readonly value: (name: string, labels?: Labels) => number | undefined
  readonly names: ReadonlySet<string>
  /** Every value that a label has. */
  readonly labelValues: (label: string) => ReadonlySet<string>
  readonly types: ReadonlyMap<string, string>
}

/** Figures of `/api/metrics`, read as Prometheus reads them. */
export function figuresOf(exposition: string): Figures {
  const series: { readonly name: string; readonly labels: Labels; readonly value: number }[] = []
  const types = new Map<string, string>()
  for (const line of exposition.split('\n')) {
    const [, typed, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (typed !== undefined && type !== undefined) types.set(typed, type)
    if (line === '' || line.startsWith('#')) continue
    const [, name, labels = '', value] =
      /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`Not an exposition: ${line}`)
    series.push({
      name,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
          key,
          text,
        ]),
      ),
      value: Number(value),
    })
  }
  return {
    types,
    names: new Set(series.map(({ name }) => name)),
    labelValues: (label) => new Set(series.flatMap(({ labels }) => labels[label] ?? [])),
    value(name, wanted = {}) {
      const found = series.filter(
        (one) =>
          one.name === name &&
          Object.entries(wanted).every(([key, text]) => one.labels[key] === text),
      )
      if (found.length > 1)
        throw new Error(`${found.length} series are called ${name} with ${JSON.stringify(wanted)}`)
      return found[0]?.value
    },
  }
}
