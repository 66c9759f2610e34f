/**
 * Keeps the first `count` elements of the order in the array, the last of them at the end, others
 * unordered. Hoare's selection takes a fraction of the comparisons of a full sort.
 *
 * @param array longer than `count`, which is at least 1
 */
export function topK<T>(array: T[], count: number, order: (a: T, b: T) => number): void {
  const at = (i: number) => array[i] as T // indexes are always inside the array
  const swap = (i: number, j: number) => ([array[i], array[j]] = [at(j), at(i)])
  const wanted = count - 1
  for (let low = 0, high = array.length - 1; low < high; ) {
    const middle = (low + high) >>> 1
    // The median of three avoids the worst case on sorted input, forwards or backwards.
    if (order(at(middle), at(low)) < 0) swap(middle, low)
    if (order(at(high), at(low)) < 0) swap(high, low)
    if (order(at(high), at(middle)) < 0) swap(high, middle)
    const pivot = at(middle)
    let i = low
    let j = high
    while (i <= j) {
      while (order(at(i), pivot) < 0) i++
      while (order(at(j), pivot) > 0) j--
      if (i <= j) swap(i++, j--)
    }
    if (wanted <= j) high = j
    else if (wanted >= i) low = i
    else break
  }
  array.length = count
}
