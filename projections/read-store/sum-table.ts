import type { Scalar, SumGroup, SumSpec } from '#domain/kernel/ports/read-store.ts'
import type { Predicate } from './matching.ts'
import { sortable } from './values.ts'

type Bag = Readonly<Record<string, unknown>>
type Sums = {
  readonly key: Bag
  count: number
  readonly sums: Record<string, number>
  /** Part of the added documents, in the order of `SumSpec.of`. */
  part: { readonly of: SumTable; count: number; readonly sums: number[] } | null
}
type Branch = Map<Scalar, Branch | Sums>

/** Sums of documents by the values of some fields. A document is added and taken away alone. */
export class SumTable {
  private readonly root: Branch = new Map()
  private readonly all = new Set<Sums>()
  private readonly spec: SumSpec
  /** The group of each document: sums of some of the documents need not look for it. */
  private readonly groupsOf = new Map<object, Sums>()

  constructor(spec: SumSpec) {
    this.spec = spec
  }

  /** Number of groups. */
  get size(): number {
    return this.all.size
  }

  /** @param times number of documents that `doc` stands for, with their sums in it */
  add(doc: object, times = 1): void {
    this.groupsOf.set(doc, this.change(doc, times, 1))
  }

  remove(doc: object): void {
    this.groupsOf.delete(doc)
    this.change(doc, -1, -1)
  }

  /** Sums of some of the documents. @param each visits them */
  partly(each: (visit: (doc: object) => void) => void): SumTable {
    const found = new SumTable(this.spec)
    const { of } = this.spec
    const parts: Sums[] = []
    each((doc) => {
      const group = this.groupsOf.get(doc)
      if (group === undefined) return
      let { part } = group
      if (part?.of !== found) {
        part = { of: found, count: 0, sums: of.map(() => 0) }
        group.part = part
        parts.push(group)
      }
      part.count++
      for (let i = 0; i < of.length; i++)
        // i < length
        part.sums[i] = (part.sums[i] ?? 0) + Number((doc as Bag)[of[i] as string] ?? 0)
    })
    for (const group of parts) {
      const { part, key } = group
      group.part = null
      if (part === null) continue
      const sums = Object.fromEntries(of.map((name, i) => [name, part.sums[i] ?? 0]))
      found.all.add({ key, count: part.count, sums, part: null })
    }
    return found
  }

  /** The groups whose values match. */
  narrowed(matches: Predicate): SumTable {
    const found = new SumTable(this.spec)
    for (const group of this.all) if (matches(group.key)) found.all.add(group)
    return found
  }

  /**
   * Sums without those of some of their documents. @param some narrowed from the same kept sums, or
   * a part
   */
  without(some: SumTable): SumTable {
    const left = new SumTable(this.spec)
    // Tables of the same kept sums share the keys of their groups.
    const taken = new Map(Array.from(some.all, (group) => [group.key, group]))
    for (const group of this.all) {
      const less = taken.get(group.key)
      const count = group.count - (less?.count ?? 0)
      const sums = Object.fromEntries(
        Object.entries(group.sums).map(([name, sum]) => [name, sum - (less?.sums[name] ?? 0)]),
      )
      if (count !== 0) left.all.add({ key: group.key, count, sums, part: null })
    }
    return left
  }

  groups<D, By extends keyof D & string, Of extends keyof D & string>(): readonly SumGroup<
    D,
    By,
    Of
  >[] {
    // The spec has named the fields, and the numbers change with the next document.
    return Array.from(
      this.all,
      ({ key, count, sums }) => ({ key, count, sums: { ...sums } }) as SumGroup<D, By, Of>,
    )
  }

  private change(doc: object, times: number, sign: 1 | -1): Sums {
    const values = doc as Bag // documents are plain objects
    const group = this.groupOf(values)
    group.count += times
    for (const name of this.spec.of)
      group.sums[name] = (group.sums[name] ?? 0) + sign * Number(values[name] ?? 0)
    if (group.count === 0) this.forget(group)
    return group
  }

  private groupOf(values: Bag): Sums {
    const { by } = this.spec
    let branch = this.root
    for (const name of by.slice(0, -1)) {
      const next = branch.get(sortable(values[name]))
      const known: Branch = next instanceof Map ? next : new Map()
      if (known !== next) branch.set(sortable(values[name]), known)
      branch = known
    }
    const last = sortable(values[by.at(-1) ?? ''])
    const known = branch.get(last)
    if (known !== undefined && !(known instanceof Map)) return known
    const key = Object.fromEntries(by.map((name) => [name, sortable(values[name])]))
    const made: Sums = {
      key,
      count: 0,
      sums: Object.fromEntries(this.spec.of.map((name) => [name, 0])),
      part: null,
    }
    branch.set(last, made)
    this.all.add(made)
    return made
  }

  private forget({ key }: Sums): void {
    const { by } = this.spec
    let branch: Branch | Sums | undefined = this.root
    for (const name of by.slice(0, -1))
      branch = branch instanceof Map ? branch.get(sortable(key[name])) : undefined
    const last = sortable(key[by.at(-1) ?? ''])
    if (!(branch instanceof Map)) return
    const group = branch.get(last)
    branch.delete(last)
    if (group !== undefined && !(group instanceof Map)) this.all.delete(group)
  }
}
