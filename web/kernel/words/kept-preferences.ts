/** Key that public/first-paint.js reads too. */
export const PREFERENCES_KEY = 'carnet.preferences'

/**
 * Preferences of this browser under the key; an empty object where storage is blocked or holds
 * other data.
 */
export function keptPreferences(): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

/** Where storage is blocked, preferences last until the page is closed. */
export function keepPreferences(preferences: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(PREFERENCES_KEY, JSON.stringify(preferences))
  } catch {
    // Blocked storage and foreign data count as nothing stored.
  }
}
