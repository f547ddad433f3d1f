// The allowed names in an imported drawing. A name that is not listed here does not enter the tree that svgtree.ts
// builds.

export const SVG = "http://www.w3.org/2000/svg";
export const XLINK = "http://www.w3.org/1999/xlink";
export const XML = "http://www.w3.org/XML/1998/namespace";
export const INKSCAPE = "http://www.inkscape.org/namespaces/inkscape";

const names = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(" ")));

// ---- Elements ------------------------------------------------------------------------------------------------------

export const GROUPS = names("g svg a switch");
export const SHAPES = names("path rect circle ellipse line polyline polygon text image use");
export const TEXTS = names("text tspan textPath a"); // their character data is drawn
export const EMPTY = names("title desc metadata"); // kept without content, because style sheets count children

export const ELEMENTS: ReadonlySet<string> = new Set([
    ...GROUPS,
    ...SHAPES,
    ...TEXTS,
    ...EMPTY,
    ...names(
        "style defs symbol marker clipPath mask pattern linearGradient radialGradient stop filter",
        "feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight",
        "feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset",
        "fePointLight feSpecularLighting feSpotLight feTile feTurbulence",
    ),
]);

// ---- Attributes ----------------------------------------------------------------------------------------------------

export const LABELS = names("id class in in2 result"); // names chosen by the file: any characters
export const PATHS = names("d points"); // signs, digits and letters of path data
// Elements that may refer to another element in the same file, and those that may hold a picture.
export const REFERRING = names("use linearGradient radialGradient pattern filter textPath feImage");
export const PICTURED = names("image feImage");
// Numbers, lengths, keywords and transforms: words, signs and brackets.
export const PLAIN = names(
    "version x y width height rx ry cx cy r fx fy fr x1 y1 x2 y2 dx dy rotate viewBox preserveAspectRatio transform pathLength",
    "textLength lengthAdjust startOffset method spacing side",
    "gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform clipPathUnits",
    "maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient",
    "filterUnits primitiveUnits filterRes stdDeviation edgeMode mode type values operator k1 k2 k3 k4 order kernelMatrix divisor bias",
    "targetX targetY kernelUnitLength preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent azimuth",
    "elevation pointsAtX pointsAtY pointsAtZ limitingConeAngle z scale xChannelSelector yChannelSelector radius baseFrequency",
    "numOctaves seed stitchTiles tableValues slope intercept amplitude exponent systemLanguage lang media",
);

// ---- Styles --------------------------------------------------------------------------------------------------------

// Properties that are also presentation attributes.
export const PRESENTATION = names(
    "alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters",
    "color-rendering direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity",
    "font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering kerning",
    "letter-spacing lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow",
    "paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap",
    "stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering",
    "transform-origin unicode-bidi vector-effect visibility white-space word-spacing writing-mode",
);
const MORE_PROPERTIES = names(
    "d x y width height rx ry cx cy r transform transform-box translate rotate scale isolation font font-kerning",
    "font-feature-settings font-variation-settings font-variant-alternates font-variant-caps font-variant-east-asian",
    "font-variant-ligatures font-variant-numeric font-variant-position line-height text-decoration-color",
    "text-decoration-line text-decoration-style text-decoration-thickness text-orientation text-transform",
);
export const isProperty = (name: string): boolean =>
    name.startsWith("--") || PRESENTATION.has(name) || MORE_PROPERTIES.has(name);

export const FUNCTIONS = names(
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var",
    "matrix translate translatex translatey scale scalex scaley rotate skew skewx skewy",
    "blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia",
    "circle ellipse inset polygon path rect xywh",
);
export const UNITS = names("% px em ex rem ch pt pc mm cm in q deg rad grad turn vw vh vmin vmax dppx dpi");
export const PSEUDO_CLASSES = names("root first-child last-child only-child first-of-type last-of-type only-of-type");
export const PSEUDO_FUNCTIONS = names("not is where nth-child nth-last-child nth-of-type nth-last-of-type");
// These are never true in a picture, so rules that depend on them can be dropped.
export const INERT_CLASSES = names("hover active focus focus-visible focus-within link any-link visited target");
