// Runs before the first paint, so that neither the language's direction nor the theme flashes. A file of its own: the
// content policy forbids inline scripts. The key and the shape are those of web/kernel/words/kept-preferences.ts.
;(() => {
  const html = document.documentElement
  const languages = ['fr', 'en', 'ar', 'es', 'de', 'it']
  let kept = {}
  try {
    kept = JSON.parse(localStorage.getItem('carnet.preferences') || '{}') || {}
  } catch {
    // Storage may be closed or hold something else: the defaults serve.
  }
  if (html.dataset.page === 'rendered') {
    // The server chose by the browser's languages. A language chosen on this site before goes first.
    const { origin, pathname, search, hash } = window.location
    const asked = new URLSearchParams(search)
    if (languages.includes(kept.language) && kept.language !== html.lang && !asked.has('lang')) {
      asked.set('lang', kept.language)
      window.location.replace(`${origin}${pathname}?${asked}${hash}`)
    }
    html.dataset.visitor = 'asked'
  } else {
    const wished = (navigator.languages || []).map((tag) => tag.slice(0, 2).toLowerCase())
    const language = [kept.language, ...wished].find((one) => languages.includes(one)) || 'fr'
    html.lang = language
    html.dir = language === 'ar' ? 'rtl' : 'ltr'
    // The screen's words in this language, asked for with its code. The server names the files.
    const words = document.querySelector('meta[name="carnet-words"]')
    for (const file of Object.values(JSON.parse(words?.content || '{}')[language] || {})) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = `/${file}`
      document.head.append(link)
    }
    if (!window.location.pathname.startsWith('/admin')) html.dataset.page = 'bare'
  }
  if (kept.theme === 'light' || kept.theme === 'dark') {
    html.dataset.theme = kept.theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
      meta.content = kept.theme === 'dark' ? '#0d1117' : '#f3f5f8'
  }
  const manifest = document.querySelector('link[rel="manifest"]')
  if (manifest) manifest.href = `/manifest.webmanifest?lang=${html.lang}`
  if (kept.density === 'compact') html.dataset.density = 'compact'
  if (kept.discreet === true) html.dataset.discreet = 'true'
})()
