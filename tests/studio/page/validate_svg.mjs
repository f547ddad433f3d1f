// Judges what the page's SVG reader made, by other means than the reader's own: the browser's parsers for XML, HTML and
// CSS read it again, and what they found is looked at. Runs in the page; answers what is wrong, nothing where all is
// well.
export function findFaults(text) {
  const SVG = "http://www.w3.org/2000/svg";
  const NAMES = /^(svg|g|a|switch|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|textPath|image|use|title|desc|metadata|style|defs|symbol|marker|clipPath|mask|pattern|linearGradient|radialGradient|stop|filter|fe[A-Z][A-Za-z]+)$/;
  const faults = [];
  const fault = (what) => faults.length < 5 && faults.push(what);

  // Browsers write addresses as url("…"), whatever the escapes were.
  function checkStyle(style, where) {
    for (const name of style) {
      const value = style.getPropertyValue(name);
      for (const found of value.matchAll(/(url|src|image|image-set|-webkit-image-set|cross-fade|element|paint|attr|env|expression)\(\s*("?.?)/gi))
        if (found[1] !== "url" || found[2] !== '"#') fault(`${where} has ${name}: ${value}`);
      if (/^(animation|transition|background|cursor|content|behavior|-moz-binding|offset|list-style|border-image|shape-outside)/.test(name) && !name.startsWith("--")) fault(`${where} has ${name}`);
    }
  }
  function checkRules(rules, where) {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) checkStyle(rule.style, `${where}: ${rule.selectorText}`);
      else if (!(rule instanceof CSSMediaRule)) fault(`${where} has ${rule.cssText}`);
      if (rule.cssRules) checkRules(rule.cssRules, where);
    }
  }
  function checkSheet(css, where) {
    if (/[<&\\]\s*(\/|!|import)|@(?!media)/i.test(css)) fault(`${where} has ${css}`);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    checkRules(sheet.cssRules, where);
    return sheet.cssRules.length;
  }
  function checkAttribute(node, { namespaceURI: space, localName: name, value }) {
    const where = `${node.localName} ${name}`;
    const known = space === null || (space.endsWith("/namespace") && /^(space|lang)$/.test(name)) || (space.endsWith("/inkscape") && name === "label") || space.endsWith("/xmlns/");
    if (!known) fault(`${where} is of ${space}`);
    if (space?.endsWith("/xmlns/")) return;
    if (/^on|^(src|srcset|action|formaction|data|poster|background|ping|target|base|to|from|by|attributename|handler|manifest|cursor)$/i.test(name)) fault(where);
    if (name === "href") {
      if (!/^#./s.test(value) && !/^data:image\/(png|jpeg);base64,[\w+/=]+$/.test(value)) fault(`${where}: ${value}`);
      if (!value.startsWith("#") && !/^(image|feImage)$/.test(node.localName)) fault(`${where}: ${value}`);
    } else if (name === "style") {
      if (checkSheet(`x{${value}}`, where) !== 1) fault(`${where} ends its rule`);
    } else if (!/^(id|class|in|in2|result|label)$/.test(name)) {
      if (/[:@\\<]|expression|(^|[^\w-])(?!url\("#)url\(/i.test(value.replace(/url\("#[^"]*"\)|"[^"]*"/g, "none"))) fault(`${where}: ${value}`);
      if (name !== "offset" && CSS.supports(name, value)) checkSheet(`x{${name}:${value}}`, where);
    }
  }
  function checkElement(node, isHtml) {
    if (isHtml && node.namespaceURI === "http://www.w3.org/1999/xhtml" && /^(html|head|body)$/.test(node.localName) && node.attributes.length === 0) return;
    if (node.namespaceURI !== SVG || !NAMES.test(node.localName)) fault(`${isHtml ? "as HTML: " : ""}${node.localName} of ${node.namespaceURI}`);
    for (const attribute of node.attributes) if (!isHtml) checkAttribute(node, attribute);
    else if (/^on/i.test(attribute.name)) fault(`as HTML: ${node.localName} ${attribute.name}`);
    if (isHtml) return;
    for (const child of node.childNodes) {
      if (![Node.ELEMENT_NODE, Node.TEXT_NODE].includes(child.nodeType)) fault(`${node.localName} has a node of kind ${child.nodeType}`);
      if (child.nodeType === Node.TEXT_NODE && child.data && !/^(text|tspan|textPath|a|style)$/.test(node.localName)) fault(`${node.localName} has text`);
    }
    if (node.localName === "style") checkSheet(node.textContent, "style");
  }

  const xml = new DOMParser().parseFromString(text, "image/svg+xml");
  if (xml.querySelector("parsererror")) fault("it is not well-formed");
  if (xml.childNodes.length !== 1) fault("there is more than one root");
  for (const node of xml.querySelectorAll("*")) checkElement(node, false);
  for (const node of new DOMParser().parseFromString(text, "text/html").querySelectorAll("*")) checkElement(node, true);
  return faults;
}
